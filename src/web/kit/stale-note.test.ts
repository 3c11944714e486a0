import { expect, it } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { CallError } from '../call.ts'
import { staleSince } from './stale-note.tsx'

const AT = 1_795_327_200_000
const failed = (code: number) => new CallError({ code, message: '' })
const query = (change: Partial<Parameters<typeof staleSince>[0]>) => ({
  data: { shown: true } as unknown,
  error: null,
  isPaused: false,
  dataUpdatedAt: AT,
  ...change,
})

it('says since when what is shown stands still: no answer, none worth the name, or no network at all', () => {
  expect(staleSince(query({}))).toBeNull()
  for (const code of [0, ERRORS.server.code, ERRORS.unavailable.code])
    expect(staleSince(query({ error: failed(code) }))).toBe(AT)
  expect(staleSince(query({ isPaused: true }))).toBe(AT)
})

it('says nothing where the server has answered, or nothing is shown', () => {
  for (const name of ['notFound', 'forbidden', 'unauthenticated', 'wrongState'] as const)
    expect(staleSince(query({ error: failed(ERRORS[name].code) }))).toBeNull()
  expect(staleSince(query({ data: undefined, error: failed(0) }))).toBeNull()
})
