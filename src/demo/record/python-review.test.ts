import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Bundle, BundleContent } from '#features/review-hall/rules/bundle.ts'
import { marksHash, replay } from '#features/review-hall/rules/replay.ts'
import { bundle, contentOf, resealed } from '#features/review-hall/rules/testing/bundle.ts'
import { FORGERIES } from '#features/review-hall/rules/testing/forgeries.ts'
import { altered, numbers, type Place } from './altering.ts'
import { reviewVectors } from './review-vectors.ts'

/*
 * Results of reviews as the second verifier computes them (docs/protocol 10), against the replay: the same reviews hold, and the
 * same do not. Of what the second verifier leaves out, the signature of the beacon, it says nothing.
 */

const PYTHON = join(import.meta.dirname, '../../../verify/python')
const KEPT = join(import.meta.dirname, '../../../docs/protocol/vectors/reviews.json')
const hasPython = spawnSync('python3', [join(PYTHON, 'library.py')]).status === 0
const folder = mkdtempSync(join(tmpdir(), 'kaibiao-reviews-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Found {
  title: string
  ok: boolean | null
  detail: string
}

function computed(reviews: readonly { what: string; bundle: Bundle }[]): Found[] {
  const path = join(folder, 'reviews.json')
  writeFileSync(path, JSON.stringify({ type: 'kaibiao.vector-reviews/1', reviews }))
  const out = execFileSync('python3', [join(PYTHON, 'vectors.py'), path], { maxBuffer: 1 << 28 })
  return (JSON.parse(out.toString()) as Found[][])[0]!
}

/** The content altered somewhere, and every hash made anew. */
function retold(whole: BundleContent, next: () => number): { what: string; bundle: Bundle } {
  const among = ([first, , , last]: Place) => first !== 'results' && last !== 'signature'
  const { what, value } = altered(whole, next, among)
  for (const judgement of value.judgements) judgement.commitment = marksHash(judgement.marks)
  return { what, bundle: resealed(value) }
}

test('vectors of reviews are what the code gives, and hold', () => {
  const made = reviewVectors()
  expect(JSON.parse(readFileSync(KEPT, 'utf8'))).toEqual(made)
  for (const one of made.reviews) expect([one.what, replay(one.bundle).problems]).toEqual([one.what, []])
})

describe.skipIf(!hasPython)('the second verifier', () => {
  test('comes to the same results of every method', () => {
    const { reviews } = reviewVectors()
    expect(computed(reviews).map(({ title, ok, detail }) => [title, ok, detail])).toEqual(
      reviews.map(({ what }) => [what, true, '']),
    )
  })

  test('names every review that could not be', () => {
    const cases = FORGERIES.flatMap(([, forgeries]) =>
      forgeries.map(({ what, forge }) => {
        const content = structuredClone(contentOf())
        forge(content)
        return { what, bundle: resealed(content) }
      }),
    )
    const unnamed = computed(cases).flatMap(({ title, ok }) => (ok === false ? [] : [title]))
    expect(unnamed).toEqual(['a signature that is the beacon’s for another round'])
  })

  test('names a digest, a hash and a result that is another', () => {
    const whole = bundle()
    const [outcome] = whole.results.outcomes
    const cases = {
      'a digest': { digests: { ...whole.digests, order: 'ab'.repeat(32) } },
      'a digest of nothing': { digests: { ...whole.digests, 'bids/9': 'ab'.repeat(32) } },
      'the hash': { hash: 'ab'.repeat(32) },
      'a mark': {
        results: { ...whole.results, outcomes: [{ ...outcome!, exact: '1/1' }, ...whole.results.outcomes.slice(1)] },
      },
      'a rank': { results: { ...whole.results, ranking: whole.results.ranking.toReversed() } },
    }
    const found = computed(Object.entries(cases).map(([what, change]) => ({ what, bundle: { ...whole, ...change } })))
    expect(found.map(({ title, ok }) => [title, ok])).toEqual(Object.keys(cases).map((what) => [what, false]))
  })

  test('says the same as the replay of reviews altered anywhere and hashed anew', () => {
    const next = numbers(20_261_126)
    const wholes = reviewVectors().reviews.map((one) => one.bundle)
    const cases = Array.from({ length: 600 }, (_, i) => {
      const { digests: _digests, hash: _hash, ...content } = wholes[i % wholes.length]!
      return retold(content, next)
    })
    const ours = cases.map(({ what, bundle: one }) => [what, replay(one).problems.length === 0])
    const theirs = computed(cases).map(({ title, ok }) => [title, ok])
    expect(theirs).toEqual(ours)
    const held = ours.filter(([, ok]) => ok).length
    expect([held > 60, held < 540]).toEqual([true, true])
  })
})
