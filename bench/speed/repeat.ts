/** Does something so many times in all, at most so many at once. */
export async function repeat(atOnce: number, times: number, work: () => Promise<unknown>): Promise<void> {
  let begun = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (begun < times) {
        begun += 1;
        await work();
      }
    }),
  );
}
