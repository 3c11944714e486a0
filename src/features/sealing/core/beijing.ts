/** To the millisecond: the last ones before a deadline are those that are disputed. Beijing has no summer time. */
export function beijing(instant: string | Date): string {
  return new Date(new Date(instant).getTime() + 8 * 3_600_000).toISOString().replace('T', ' ').slice(0, -1)
}
