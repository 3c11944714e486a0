import { describe, expect, test } from 'vitest'
import { closedHash, frozenHash, namedHash } from '#contract/draw-steps.ts'
import type { Bundle, BundleContent } from '#features/review-hall/rules/bundle.ts'
import { marksHash } from '#features/review-hall/rules/replay.ts'
import { bundle, contentOf, resealed } from '#features/review-hall/rules/testing/bundle.ts'
import type { LogRecords } from '#features/sealing/core/verify-log-records.ts'
import type { Gathered } from '../../../verify/gather.ts'
import { reviewSections } from '../../../verify/record-review.ts'

/* A review in a record: computed again, and held against what the log took in when it happened. */

const ORDER = 'o1'

/** What the log took in of this review, in this order. */
function logged({ judgements, draws, hash }: Bundle): LogRecords {
  const steps = draws.flatMap(({ source }) =>
    source.by === 'steps'
      ? [source.frozen.operator, frozenHash(source.frozen), closedHash(source.closed), namedHash(source.named!)]
      : [],
  )
  const all = [
    ...judgements.map(({ commitment }) => ({ type: 'review-bundle', hash: commitment })),
    ...steps.map((step) => ({ type: 'draw', hash: step })),
    { type: 'review-bundle', hash },
  ]
  return {
    type: 'kaibiao.log-records/1',
    tenantId: '1',
    orderId: ORDER,
    logKey: '',
    records: all.map((one, index) => ({
      record: { ...one, subject: ORDER, at: '' },
      text: null,
      salt: '',
      leaf: { index, blinding: '', data: { type: 'record', tenantId: '1', ref: '' } },
      head: null,
    })),
  }
}

async function checked(one: Bundle, records: LogRecords | null): Promise<Record<string, boolean | null>> {
  const found = {
    bundles: [one],
    records: records ? [records] : [],
    notices: [],
    checkpoints: [],
  } as unknown as Gathered
  const sections = await reviewSections(found)
  // What heads and witnesses say of rounds needs a log that is one: `round-times.test.ts`.
  const ofOrder = sections
    .flatMap(({ checks }) => checks)
    .filter(({ id }) => !/^draw-(head|growth|witnessed)-/.test(id))
  return Object.fromEntries(ofOrder.map(({ id, ok }) => [id, ok]))
}

const HOLDS = { 'review-replay': true, 'review-logged': true, 'review-marks': true, 'draw-logged-1': true }

/** The review as somebody tells it who alters it and hashes everything again. */
function retold(change: (content: BundleContent) => void): Bundle {
  const content = contentOf()
  change(content)
  return resealed(content)
}

describe('a review in a record', () => {
  test('holds as it was', async () => {
    expect(await checked(bundle(), logged(bundle()))).toEqual(HOLDS)
  })

  test('is not checked against a log that is not there', async () => {
    expect(await checked(bundle(), null)).toEqual({
      'review-replay': true,
      'review-logged': null,
      'review-marks': null,
      'draw-logged-1': null,
    })
  })

  test('that was altered is named by the replay', async () => {
    const one = bundle()
    one.judgements[3]!.marks[0]![2] = '1.00'
    expect(await checked(one, logged(bundle()))).toMatchObject({ 'review-replay': false })
  })

  test('with other marks, whole in itself, is not the one of the log', async () => {
    const other = retold(({ judgements }) => {
      const [one] = judgements.filter(({ wayId }) => wayId === 'score')
      one!.marks[0]![4] = '一般'
      one!.commitment = marksHash(one!.marks)
    })
    expect(await checked(other, logged(bundle()))).toEqual({
      ...HOLDS,
      'review-logged': false,
      'review-marks': false,
    })
  })

  test('with steps of a draw that the log took in later than those that follow, or never', async () => {
    const one = bundle()
    const late = logged(one)
    const frozen = late.records.find(({ record }) => record.type === 'draw')!
    frozen.leaf = { ...frozen.leaf!, index: 99 }
    expect(await checked(one, late)).toEqual({ ...HOLDS, 'draw-logged-1': false })
    const never = logged(one)
    never.records = never.records.filter((record) => record.record.hash !== frozen.record.hash)
    expect(await checked(one, never)).toEqual({ ...HOLDS, 'draw-logged-1': false })
  })
})
