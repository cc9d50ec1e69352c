// Tests of the parameters in the page's address, in Node. SPLATS is the folder of the compiled modules.
import assert from "node:assert/strict";
import { test } from "node:test";

const { readAddress } = await import(`${process.env.SPLATS}/address.js`);

test("an address that is wrong says which parameter is, and what it may be", () => {
  const base = "https://example.org/splats/index.html";
  const read = (query) => readAddress(query, base);
  assert.deepEqual(read(""), { file: null, sorter: "gpu", turn: false, count: false, detail: 1, bench: null });
  assert.deepEqual(read("?url=a/b.ply&sorter=cpu&turn&count&detail=0.5&bench=1,20"), {
    file: { url: "https://example.org/splats/a/b.ply", name: "b.ply" }, sorter: "cpu", turn: true, count: true, detail: 0.5, bench: [1, 20],
  });
  assert.equal(read("?url=http://a.org/%3Fid=7").file.url, "http://a.org/?id=7");
  const wrong = {
    url: ["http://%255B", "foo/", "", "ftp://a.org/b.ply", "https://a.org"], detail: ["abc", "0", "-1", "21", "", "NaN"],
    sorter: ["none"], bench: ["abc", "0", "1.5", "", "99999999", "1,,2"],
  };
  const rules = { url: /path of a file.*https:/, detail: /above 0 and up to 20/, sorter: /gpu or cpu/, bench: /from 1 to 16777216/ };
  for (const [parameter, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(() => read(`?${parameter}=${value}`), (error) => {
        assert.equal(error.parameter, parameter);
        assert.ok(error.message.includes(`The address of this page has ${parameter}=${decodeURIComponent(value)}`), error.message);
        assert.match(error.message, rules[parameter]);
        return true;
      });
    }
  }
});
