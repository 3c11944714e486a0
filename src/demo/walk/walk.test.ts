import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { DAY } from '#contract/time.ts'
import { RUNNABLE, methodFor } from '#features/procurement/methods/all.ts'
import { setDefinitionStatus } from '#features/workflow/contract/definitions.ts'
import { approver, enable } from '#features/workflow/server/testing/flows.ts'
import type { TestSystem } from '#server/testing/test-system.ts'
import { Cast } from '../cast.ts'
import { fromState } from '../states/from-state.ts'
import { Dice } from './dice.ts'
import { type Draft, DRAFTS } from './drafts.ts'
import { Figures } from './figures.ts'
import { nothingAltered } from './invariants.ts'
import { stroll } from './stroll.ts'
import type { Walk } from './walk.ts'

/*
 * Orders of every method go ways that chance chooses among what the server offers; whatever way they go, what
 * `invariants.ts` names holds. The same few ways each time, one of each method; with SOAK=1 new ones, many of them, and one for
 * each way of admitting suppliers.
 */

const isSoaking = process.env.SOAK === '1'
/** Which ways are gone: printed with a failure. */
const SEED = Number(process.env.SEED ?? (isSoaking ? Date.now() % 2 ** 31 : 20_260))
const WALKS = isSoaking ? 12 : 1
/** Openings and committees take many. */
const ACTS = { hall: 40, group: 24, none: 24 }

let t: TestSystem
let cast: Cast
beforeAll(async () => {
  ;({ t } = await fromState('people'))
  // Deadlines fall on the same days of the week whenever the suite runs.
  await t.advanceTo(nextMonday(t.kernel.clock.now()))
  cast = new Cast(t.base)
})

test('a walk begins with every method, however it admits suppliers', () => {
  const runs = RUNNABLE.flatMap((method) => [method, ...method.alternatives])
  expect(DRAFTS.map(({ method, admission }) => `${method} ${admission}`).toSorted()).toEqual(
    runs.map(({ code, admission }) => `${code} ${admission}`).toSorted(),
  )
})

/** Every third is approved step by step; `i` chooses its ways. */
const RUNS = DRAFTS.map((draft, i) => ({ draft, i, isApproved: i % 3 === 1 }))
const ONE_EACH = [...Map.groupBy(RUNS, ({ draft }) => draft.method).values()].map(
  (runs) => runs.find(({ isApproved }) => isApproved) ?? runs[0]!,
)

test.each(isSoaking ? RUNS : ONE_EACH)(
  '$draft.name $draft.admission: nothing is readable before its time, sums are exact, notices stand, approvals hold',
  async ({ draft, i, isApproved }) => {
    const way = fc.array(fc.noBias(fc.nat()), { minLength: 4000, maxLength: 4000, size: 'max' })
    const property = fc.asyncProperty(way, async (numbers) => {
      const { log, faults } = await walked(draft, { dice: new Dice(numbers), isApproved })
      if (faults.length > 0) throw new Error([`SEED=${SEED}`, ...log, ...faults].join('\n'))
      expect(log.length).toBeGreaterThan(0)
    })
    await fc.assert(property, {
      seed: SEED + i,
      numRuns: WALKS,
      endOnFailure: true,
      includeErrorInReport: true,
      verbose: 0,
    })
  },
)

test('in the end nothing that was written is otherwise', async () => {
  expect(await nothingAltered({ t })).toEqual([])
})

/** A draft and what becomes of it; `isApproved`: each step of its owner has to be approved. */
async function walked(draft: Draft, { dice, isApproved }: { dice: Dice; isApproved: boolean }): Promise<Walk> {
  const owner = !isApproved && dice.chance(25) ? 'agent' : 'buyer'
  const definitions = isApproved ? await approvals() : []
  const orderId = await draft.make(await cast.as(owner), {
    purchaser: owner === 'agent' ? 'hospital' : null,
    now: t.kernel.clock.now(),
    candidateDays: dice.pick([0, 3]),
    scope: dice.pick(['whole', 'item']),
  })
  const method = methodFor(
    draft.method === undefined ? { method: 1 } : { method: draft.method, admission: draft.admission },
  )
  const walk: Walk = {
    t,
    cast,
    dice,
    orderId,
    method,
    owner,
    figures: new Figures(),
    notices: new Map(),
    tried: new Map(),
    log: [],
    faults: [],
  }
  await stroll(walk, ACTS[method.review])
  for (const id of definitions)
    await (await cast.as('buyer')).call(setDefinitionStatus, { params: { id }, body: { status: 2 } })
  return walk
}

/** Everything that can be approved has to be, by a colleague. */
async function approvals(): Promise<string[]> {
  const designer = await cast.as('buyer')
  const made: string[] = []
  for (const node of [
    'announcement',
    'change',
    'clarification',
    'candidates',
    'winner',
    'abortive',
    'invitees',
    'signUpResult',
  ])
    made.push(await enable(designer, node, [approver('head', ['newbie'])]))
  return made
}

/** Nine o'clock in Beijing of the first Monday that has not come yet. */
function nextMonday(now: Date): Date {
  const nine = new Date(now)
  nine.setUTCHours(1, 0, 0, 0)
  do nine.setTime(nine.getTime() + DAY)
  while (nine.getUTCDay() !== 1)
  return nine
}
