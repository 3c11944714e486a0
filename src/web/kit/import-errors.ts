/** A mistake in an imported sheet as the server tells it. */
export interface ImportError {
  cell: string
  row: number
  column: string
  message: string
}

export interface ImportErrorRow extends ImportError {
  key: string
}

/** The mistakes in the order in which one goes through the sheet: by row, then by column letter; each once. */
export function importErrorRows(errors: readonly ImportError[]): ImportErrorRow[] {
  const seen = new Map(errors.map((error) => [`${error.cell}|${error.column}|${error.message}`, error]))
  return [...seen]
    .map(([key, error]) => ({ key, ...error }))
    .toSorted((a, b) => a.row - b.row || letters(a.cell) - letters(b.cell) || a.message.localeCompare(b.message))
}

/** `3 处错误，涉及 2 行`. */
export function importErrorSummary(errors: readonly ImportError[]): string {
  const rows = new Set(errors.map((error) => error.row))
  return `${importErrorRows(errors).length} 处错误，涉及 ${rows.size} 行`
}

/** `AB7` → 28; an address without letters stands last in its row. */
function letters(cell: string): number {
  const name = /^[A-Z]+/.exec(cell)?.[0]
  return name ? [...name].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) : Number.MAX_SAFE_INTEGER
}
