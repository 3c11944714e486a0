/** A company's name as rivals may read it: its first two and last two characters, or the first alone of a short one. */
export function maskedName(name: string): string {
  const characters = [...name]
  if (characters.length < 6) return `${characters[0] ?? ''}****`
  return `${characters.slice(0, 2).join('')}****${characters.slice(-2).join('')}`
}
