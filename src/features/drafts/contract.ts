import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/time.ts'
import { DraftKey } from './rules.ts'

const params = z.object({ key: DraftKey })
const Content = z.record(z.string(), z.unknown())

export const draft = endpoint({
  method: 'GET',
  path: '/drafts/{key}',
  summary: 'What the person typed and did not send; nulls when nothing is kept',
  params,
  returns: z.object({ content: Content.nullable(), savedAt: Instant.nullable() }),
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/drafts/{key}',
  summary: 'Keep what is being typed; at most 1 MB, readable by the same person only. Never prices of a sealed bid',
  apart: 'saved while it is typed; only the page that types it shows it',
  params,
  body: z.object({ content: Content }),
  returns: z.object({ savedAt: Instant }),
  errors: ['tooLarge'],
})

export const dropDraft = endpoint({
  method: 'DELETE',
  path: '/drafts/{key}',
  summary: 'Forget it, because it was sent or given up',
  apart: 'what was typed is not shown any more',
  params,
})
