import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hashOf, type NamedRound, type SteppedSource } from '#contract/draw.ts'
import { namedHash, steppedProblems } from '#contract/draw-steps.ts'
import type { Check } from '#features/sealing/core/check.ts'
import type { Growth } from '#features/sealing/core/verify-log.ts'
import { drawChecks } from '../../../verify/record-draws.ts'
import { altered, numbers, type Place } from './altering.ts'
import { drawVector } from './draw-vectors.ts'

/*
 * That the round of a draw lay behind its closing: what the log and its witnesses say of when, in both verifiers. The operator
 * holds the log's key and may sign and log anew what it likes; it holds neither the beacon's key nor those of witnesses.
 */

const PYTHON = join(import.meta.dirname, '../../../verify/python')
const KEPT = join(import.meta.dirname, '../../../docs/protocol/vectors/draws.json')
const hasPython = spawnSync('python3', [join(PYTHON, 'library.py')]).status === 0
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-rounds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Vector = Awaited<ReturnType<typeof drawVector>>
type Outcomes = Record<string, boolean | null>

const outcomes = (checks: readonly Check[]): Outcomes => Object.fromEntries(checks.map(({ id, ok }) => [id, ok]))
const here = ({ draws, records, notice, heads }: Vector) => drawChecks(draws, { records, notice, heads })

/** What the second verifier finds in each. */
function inPython(vectors: readonly Vector[]): Outcomes[] {
  const paths = vectors.map((vector, i) => {
    const path = join(folder, `${i}.json`)
    writeFileSync(path, JSON.stringify(vector))
    return path
  })
  const out = execFileSync('python3', [join(PYTHON, 'vectors.py'), ...paths], { maxBuffer: 1 << 28 })
  return (JSON.parse(out.toString()) as Check[][]).map(outcomes)
}

interface Case {
  what: string
  /** Logged, by the head, of one log, witnessed. */
  ok: [boolean | null, boolean | null, boolean | null, boolean | null]
  value: Vector
}

const namedOf = ({ draws }: Vector) => (draws[0]!.source as SteppedSource & { named: NamedRound }).named

/** The draw with what names its round changed, and that logged in place of what was: its leaf says so. */
function renamed(whole: Vector, change: (named: NamedRound) => void): Vector {
  const value = structuredClone(whole)
  const named = namedOf(value)
  const before = namedHash(named)
  change(named)
  value.records.records.find(({ record }) => record.hash === before)!.record.hash = namedHash(named)
  return value
}

async function cases(): Promise<Case[]> {
  const whole = await drawVector()
  const [strange, late] = [await drawVector(), await drawVector({ namedSeen: 5 })]
  const dropped = structuredClone(whole)
  dropped.records.records.pop()
  const swapped = structuredClone(whole)
  const [, , closed, named] = swapped.records.records
  ;[closed!.leaf!.index, named!.leaf!.index] = [named!.leaf!.index, closed!.leaf!.index]
  const { growth: _, ...ungrown } = whole.records
  const shrunk = structuredClone(whole)
  shrunk.records.records.at(-1)!.head!.checkpoint = whole.heads[0]!
  return [
    { what: 'as it was', ok: [true, true, true, true], value: whole },
    { what: 'the head seen as well', ok: [true, true, true, true], value: await drawVector({ headSeen: -29 }) },
    { what: 'witnessed when the round was out', ok: [true, true, true, null], value: late },
    {
      what: 'witnessed as the round came out',
      ok: [true, true, true, null],
      value: await drawVector({ namedSeen: 0 }),
    },
    {
      what: 'a head that was there minutes before it is said to be: a later round than was due',
      ok: [true, true, true, false],
      value: await drawVector({ headSeen: -300 }),
    },
    {
      what: 'no head that witnesses saw',
      ok: [true, true, true, null],
      value: { ...whole, heads: whole.heads.map((note) => note.split('— witness')[0]!) },
    },
    {
      what: 'an order whose notice names no witness',
      ok: [true, true, true, true],
      value: { ...whole, notice: { ...whole.notice, witnesses: undefined as never } },
    },
    {
      what: 'the head of a second tree that the key of the log signed, with its leaf',
      ok: [true, true, false, true],
      value: await drawVector({ isForked: true }),
    },
    {
      what: 'a log that does not tell how it grew from the head',
      ok: [true, true, null, true],
      value: { ...whole, records: ungrown },
    },
    {
      what: 'a log that grew from the head by another proof',
      ok: [true, true, false, true],
      value: { ...whole, records: { ...whole.records, growth: whole.records.growth!.map(otherwise) } },
    },
    {
      what: 'a log that is proven by a head from before the one that names the round',
      ok: [true, true, false, true],
      value: shrunk,
    },
    {
      what: 'a later head than the first that holds the closing',
      ok: [true, false, true, true],
      value: await drawVector({ passesOver: true }),
    },
    {
      what: 'a head from before the closing, which witnesses saw before its time',
      ok: [true, false, null, false],
      value: renamed(whole, (one) => Object.assign(one, { head: whole.heads[0]! })),
    },
    {
      what: 'the head of another log',
      ok: [true, false, false, false],
      value: renamed(whole, (one) => Object.assign(one, { head: namedOf(strange).head })),
    },
    {
      what: 'a proof of something else',
      ok: [true, false, true, true],
      value: renamed(whole, (one) => Object.assign(one, { proof: one.proof.map(hashOf) })),
    },
    { what: 'a round that the log knows nothing of', ok: [false, true, false, false], value: dropped },
    { what: 'a round that was named before the closing', ok: [false, false, true, true], value: swapped },
    {
      what: 'another round than was logged',
      ok: [false, true, false, false],
      value: { ...whole, draws: structuredClone(whole.draws).map(later) },
    },
  ]
}

const otherwise = (one: Growth) => ({ ...one, proof: one.proof.map(hashOf) })

function later(one: Vector['draws'][number]) {
  one.source.named!.round++
  return one
}

const named = (ok: Case['ok']): Outcomes =>
  Object.fromEntries(['logged', 'head', 'growth', 'witnessed'].map((id, i) => [`draw-${id}-1`, ok[i]!]))

test('what the log and its witnesses say of the round', async () => {
  expect((await drawVector()).draws.flatMap((one) => steppedProblems(one))).toEqual([])
  for (const { what, ok, value } of await cases())
    expect({ what, found: outcomes(await here(value)) }).toEqual({ what, found: named(ok) })
})

test('without the log nothing is said, and of an order without witnesses that there are none', async () => {
  const whole = await drawVector()
  const nothing = await drawChecks(whole.draws, { records: undefined, notice: undefined, heads: [] })
  expect(outcomes(nothing)).toEqual(named([null, null, null, null]))
  const { witnesses: _, ...notice } = whole.notice
  const [, , , seen] = await drawChecks(whole.draws, { ...whole, notice })
  expect(seen).toMatchObject({ ok: true, detail: expect.stringContaining('没有见证') })
})

describe.skipIf(!hasPython)('in Python', () => {
  test('the same is said, of the kept vector too', async () => {
    const all = await cases()
    const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Vector
    const [first, ...theirs] = inPython([kept, ...all.map(({ value }) => value)])
    expect([first, outcomes(await here(kept))]).toEqual([
      named([true, true, true, true]),
      named([true, true, true, true]),
    ])
    for (const [i, { what, ok }] of all.entries())
      expect({ what, found: theirs[i] }).toEqual({ what, found: named(ok) })
  })

  test('altered anywhere it is judged alike, check by check', async () => {
    const next = numbers(20_261_129)
    const whole = await drawVector({ headSeen: -29 })
    const among = ([first, ...rest]: Place) =>
      first === 'heads' ||
      (first === 'notice' && rest[0] === 'witnesses') ||
      (first === 'records' && rest[0] === 'records' && rest[2] === 'leaf') ||
      (first === 'records' && rest[0] === 'growth') ||
      (first === 'draws' && rest.includes('named'))
    const all = Array.from({ length: 200 }, () => altered(whole, next, among))
    const theirs = inPython(all.map(({ value }) => value))
    for (const [i, { what, value }] of all.entries())
      expect({ what, found: theirs[i] }).toEqual({ what, found: outcomes(await here(value)) })
    expect(theirs.filter((one) => Object.values(one).includes(false)).length).toBeGreaterThan(60)
  })
})
