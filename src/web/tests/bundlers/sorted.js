// Sorts on a device of its own.
export async function sorted(Device) {
  const name = document.title;
  try {
    const device = await Device.create();
    const found = await device.stream([3, 1, 2]).sort().read();
    device.dispose();
    return [found.join() === "1,2,3" ? { name } : { name, error: `it sorts to ${found}` }];
  } catch (error) {
    return [{ name, error: `${error} ${error?.stack ?? ""}` }];
  }
}
