import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import type { StateFacts, StateName } from './states.ts'

/** A whole system that begins in a named state, and what one has to know of it. Call it in `beforeAll`. */
export async function fromState<Name extends StateName>(
  name: Name,
): Promise<{ t: TestSystem; facts: StateFacts[Name] }> {
  const t = await testSystem({ from: name })
  return { t, facts: t.facts as StateFacts[Name] }
}
