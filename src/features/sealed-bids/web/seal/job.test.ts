import { expect, test } from 'vitest'
import type { JobInputs } from './job.ts'
import { continueJob, newJob } from './job.ts'

const INPUTS: JobInputs = {
  keyId: 'k',
  publicKey: '04',
  prices: { a: { unitPrice: '1.5', remark: '' }, b: { unitPrice: '2', remark: '' } },
  marks: { 工期: '30' },
  hasStatement: false,
  files: [{ id: 'f1', role: 'technical', name: '技术标.pdf', size: 10 }],
}

test('a job begins with the price sheet, and every file has an id of its own', () => {
  const job = newJob(INPUTS)
  expect(job.parts.map((part) => [part.role, part.draftFileId])).toEqual([
    ['price', null],
    ['technical', 'f1'],
  ])
  expect(new Set(job.parts.map((part) => part.envelopeId)).size).toBe(2)
})

test('an interrupted job goes on while its content is the same, in whatever order it was stored', () => {
  const job = newJob(INPUTS)
  const { a, b } = INPUTS.prices as Record<string, unknown>
  expect(continueJob(job, { ...INPUTS, prices: { b, a } })).toBe(job)
})

test('one changed price, file or key makes a new job with a commit of its own', () => {
  const job = { ...newJob(INPUTS), commit: { key: 'tried', replaces: null } }
  const changes: Partial<JobInputs>[] = [
    { prices: { ...(INPUTS.prices as object), b: { unitPrice: '2.01', remark: '' } } },
    { marks: { 工期: '31' } },
    { files: [] },
    { keyId: 'other' },
  ]
  for (const change of changes) {
    const next = continueJob(job, { ...INPUTS, ...change })
    expect(next.commit).toBeNull()
    expect(next.parts[0]!.envelopeId).not.toBe(job.parts[0]!.envelopeId)
  }
})

test('a stored job tells no price', () => {
  expect(JSON.stringify(newJob(INPUTS))).not.toContain('1.5')
})
