export interface Counts {
  passed: number
  failed: number
  skipped: number
}
export function vitestCounts(report: unknown): Counts
export function playwrightCounts(report: unknown): Counts
export function vitestFailures(report: unknown): string[]
export function playwrightFailures(report: unknown): string[]
export function settle(code: number, counts: Counts): Counts
export function total(results: { passed: number; failed: number; skipped?: number }[]): Counts
export const PLAIN_TYPES: Record<string, string>
