import { mixesOf, type Mix, type MixLimits, type NoMix } from '#features/quotes/rules/best-mix.ts'
import type { Comparison } from '#features/quotes/rules/comparison.ts'
import { serveTasks } from '#web/worker-tasks.ts'

export interface MixInput {
  comparison: Comparison
  delivery: (number | null)[][]
  limits: MixLimits
}

/** Tens of thousands of combinations take up to a second, in which the page would stand still. */
serveTasks<{ mixes: { input: MixInput; output: (Mix | NoMix)[] } }>({
  mixes: async ({ comparison, delivery, limits }) => mixesOf(comparison, delivery, limits),
})
