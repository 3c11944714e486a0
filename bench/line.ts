/** One measure as it is printed. */
export interface Line {
  what: string
  figures: string
  target: string
  holds: boolean
}
