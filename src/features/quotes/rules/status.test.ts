import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { QuoteStatus, RoundStatus } from './enums.ts'
import { openingRefusal, type RoundTerms } from './opening.ts'
import { QUOTE_STATUS, type QuoteAction, type QuotePart, ROUND_STATUS, type RoundAction } from './status.ts'

const NOW = 1_000
const PARTS: readonly QuotePart[] = ['host', 'supplier', 'clock', 'none']
const round = (status: number) => ({ status: status as 0, deadline: NOW + 1, over: '', invited: 3, submitted: 3 })
const quote = (status: number) => ({
  status: status as 0,
  deadline: NOW + 1,
  over: '',
  isQuoting: true,
  mayChange: false,
})

/** Every action that is not refused, of each part in each state. */
function allowed<R>(
  table: { rows: readonly { action: string }[]; next: (action: never, at: never) => number },
  states: number,
  facts: (status: number) => R,
): string[] {
  const actions = [...new Set(table.rows.map((r) => r.action))]
  return actions.flatMap((action) =>
    PARTS.flatMap((who) =>
      Array.from({ length: states }, (_, status) => status).flatMap((status) => {
        const to = nextOf(() => table.next(action as never, { record: facts(status), who, now: NOW } as never))
        return to === undefined ? [] : [`${action} ${who} ${status}→${to}`]
      }),
    ),
  )
}

function nextOf(next: () => number): number | undefined {
  try {
    return next()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

describe('each part in each state', () => {
  test('rounds', () => {
    expect(allowed(ROUND_STATUS, 3, round)).toEqual([
      'start host 0→1',
      'close host 1→2',
      'extend host 1→1',
      'drop host 0→0',
      'expire clock 1→2',
    ])
    const waiting = allowed(ROUND_STATUS, 3, (s) => ({ ...round(s), submitted: 2 }))
    expect(waiting).not.toContain('close host 1→2')
    expect(allowed(ROUND_STATUS, 3, (s) => ({ ...round(s), over: '评审已汇总' }))).not.toContain('start host 0→1')
    expect(allowed(ROUND_STATUS, 3, (s) => ({ ...round(s), deadline: NOW }))).not.toContain('extend host 1→1')
  })

  test('quotes', () => {
    const once = [
      'save supplier 0→1',
      'save supplier 1→1',
      'submit supplier 0→2',
      'submit supplier 1→2',
      'sign supplier 2→3',
    ]
    expect(allowed(QUOTE_STATUS, 5, quote)).toEqual(once)
    const changeable = allowed(QUOTE_STATUS, 5, (s) => ({ ...quote(s), mayChange: true }))
    expect(changeable.filter((one) => !once.includes(one))).toEqual([
      'submit supplier 2→2',
      'submit supplier 3→2',
      'withdraw supplier 2→0',
      'withdraw supplier 3→0',
    ])
    // What was handed in can still be signed when the time is over, and nothing else be done.
    for (const late of [{ isQuoting: false }, { deadline: NOW }])
      expect(allowed(QUOTE_STATUS, 5, (s) => ({ ...quote(s), mayChange: true, ...late }))).toEqual([
        'sign supplier 2→3',
      ])
    expect(allowed(QUOTE_STATUS, 5, (s) => ({ ...quote(s), over: '评审已汇总' }))).toEqual([])
  })
})

/** What may happen in an order, in any order and at any time; the tables and the rules of opening decide. */
const acts = fc.array(
  fc.record({
    act: fc.constantFrom<RoundAction | QuoteAction | 'open'>(
      'open',
      ...(['start', 'close', 'extend', 'drop', 'expire', 'save', 'submit', 'sign', 'withdraw'] as const),
    ),
    who: fc.constantFrom(...PARTS),
    supplier: fc.nat({ max: 1 }),
    isFinal: fc.boolean(),
    pass: fc.nat({ max: 30 }),
  }),
  { minLength: 20, maxLength: 120 },
)
const TERMS: fc.Arbitrary<RoundTerms> = fc.record({
  announced: fc.record({ rounds: fc.nat({ max: 4 }), name: fc.constant('报价') }),
  isSingle: fc.boolean(),
})

interface Model {
  status: number
  deadline: number | null
  isFinal: boolean
  quotes: { status: number; versions: number[]; late: boolean }[]
}

test('any sequence of acts keeps to the announced rounds and takes no quote outside of them', () => {
  fc.assert(
    fc.property(acts, TERMS, fc.boolean(), (sequence, terms, mayChange) => {
      const rounds: Model[] = []
      let now = 0
      for (const { act, who, supplier, isFinal, pass } of sequence) {
        now += pass
        const last = rounds.at(-1)
        if (act === 'open') {
          const soFar = {
            rounds: rounds.length,
            isOpen: rounds.some((r) => r.status !== RoundStatus.values.closed),
            hadFinal: rounds.some((r) => r.isFinal),
          }
          if (openingRefusal(soFar, terms)) continue
          const quotes = [0, 1].map(() => ({ status: 0, versions: [], late: false }))
          rounds.push({ status: 0, deadline: null, isFinal, quotes })
        } else if (last) step(last, { act, who, supplier, now, mayChange, rounds })
      }
      expect(rounds.length).toBeLessThanOrEqual(terms.isSingle ? 1 : terms.announced.rounds)
      expect(rounds.slice(0, -1).every((r) => r.status === RoundStatus.values.closed && !r.isFinal)).toBe(true)
      const wrong = rounds.flatMap(({ quotes, status }) =>
        quotes.filter(
          (one) =>
            one.late ||
            one.versions.length > (mayChange ? Infinity : 1) ||
            (status === RoundStatus.values.notStarted && (one.status !== 0 || one.versions.length > 0)),
        ),
      )
      expect(wrong).toEqual([])
    }),
    { numRuns: 300 },
  )
})

interface Step {
  act: RoundAction | QuoteAction
  who: QuotePart
  supplier: number
  now: number
  mayChange: boolean
  rounds: Model[]
}

function step(round: Model, { act, who, supplier, now, mayChange, rounds }: Step): void {
  const own = round.quotes[supplier]!
  if (act === 'save' || act === 'submit' || act === 'sign' || act === 'withdraw') {
    const isQuoting = round.status === RoundStatus.values.quoting
    const record = { status: own.status as 0, deadline: round.deadline, over: '', isQuoting, mayChange }
    const to = nextOf(() => QUOTE_STATUS.next(act, { record, who, now }))
    if (to === undefined) return
    own.status = to
    if (act !== 'submit') return
    own.versions.push(now)
    own.late = !isQuoting || now >= round.deadline!
    return
  }
  const submitted = round.quotes.filter((q) => q.status === 2 || q.status === 3).length
  const record = { status: round.status as 0, deadline: round.deadline, over: '', invited: 2, submitted }
  const to = nextOf(() => ROUND_STATUS.next(act, { record, who, now }))
  if (to === undefined) return
  if (act === 'drop') rounds.pop()
  if (act === 'start') round.deadline = now + 60
  if (act === 'extend') round.deadline! += 10
  round.status = to
}

describe('a further round', () => {
  const terms = { announced: { rounds: 2, name: '报价' }, isSingle: false }
  const soFar = { rounds: 1, isOpen: false, hadFinal: false }
  test.each([
    ['as announced', soFar, terms, undefined],
    ['while one is open', { ...soFar, isOpen: true }, terms, null],
    ['behind the final one', { ...soFar, hadFinal: true }, terms, null],
    ['more than announced', { ...soFar, rounds: 2 }, terms, 'announced-rounds'],
    ['where the price is unalterable', soFar, { ...terms, isSingle: true }, 'single-quote'],
    ['the first where the price is unalterable', { ...soFar, rounds: 0 }, { ...terms, isSingle: true }, undefined],
  ])('%s', (_, found, given, rule) => {
    expect(openingRefusal(found, given)?.rule).toBe(rule)
  })
})

test('labels of states are told apart', () => {
  for (const { options } of [RoundStatus, QuoteStatus])
    expect(new Set(options.map((o) => o.label)).size).toBe(options.length)
})
