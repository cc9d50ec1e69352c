#!/usr/bin/env bash
# The cross compiler behind c++.exe: takes arguments from a file, with paths of Wine, and leaves what it writes beside it.
base=$1
own() {
  case $1 in
    [Zz]:[\\/]*) local path=${1:2} ;;
    [Cc]:[\\/]*) local path=$WINEPREFIX/drive_c${1:2} ;;
    *) printf '%s' "$1"; return ;;
  esac
  printf '%s' "${path//\\//}"
}
arguments=()
while IFS= read -r argument; do arguments+=("$(own "$argument")"); done < "$base.arguments"
rm -f "$base.arguments"
/usr/bin/x86_64-w64-mingw32-g++-posix "${arguments[@]}" > "$base.out" 2> "$base.err"
echo $? > "$base.code.new"
# The files on which something depends are listed as paths of Windows, as a compiler there does.
for ((k = 0; k + 1 < ${#arguments[@]}; k++)); do
  [ "${arguments[k]}" != -MF ] || [ ! -e "${arguments[k + 1]}" ] || sed -i "s#$WINEPREFIX/drive_c/#C:/#g" "${arguments[k + 1]}"
done
mv "$base.code.new" "$base.code"
