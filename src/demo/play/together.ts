/** Does the same for several people at once, as they would; fails with the first failure after all have ended. */
export async function together<T>(
  people: readonly T[],
  act: (person: T, index: number) => Promise<void>,
): Promise<void> {
  const outcomes = await Promise.allSettled(people.map((person, index) => act(person, index)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
