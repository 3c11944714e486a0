export interface Problem {
  /** From the project's root, with slashes. */
  path: string
  line: number
  rule: string
  text: string
}
