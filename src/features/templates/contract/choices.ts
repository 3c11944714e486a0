import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Instant } from '#contract/time.ts'
import { AnyContent } from './content.ts'
import { Kind } from './templates.ts'

const BASE = '/workbench/templates'

export const UsableTemplate = z.object({
  versionId: Id,
  templateId: Id,
  versionNo: z.number().int(),
  name: z.string(),
  scope: z.string(),
  scopeLabel: z.string(),
  isPreset: z.boolean(),
  isDefault: z.boolean(),
  publishedAt: Instant,
})
export type UsableTemplate = z.output<typeof UsableTemplate>

export const usableTemplates = endpoint({
  method: 'GET',
  path: `${BASE}/kinds/{kind}/usable`,
  summary: 'Newest versions in use, for a scope and the wider ones: own before presets, defaults first',
  params: z.object({ kind: Kind }),
  query: z.object({ scope: z.string().max(60).optional() }),
  returns: z.array(UsableTemplate),
})

export const usableTemplate = endpoint({
  method: 'GET',
  path: `${BASE}/usable/{versionId}`,
  summary: 'The content of a version one may use',
  params: z.object({ versionId: Id }),
  returns: UsableTemplate.extend({ kind: Kind, content: AnyContent }),
})

/** Kinds of which an order works with one version that can be chosen. */
export const ChosenKind = z.enum(['review-report', 'ai-avatar'])
const params = z.object({ orderId: Id, kind: ChosenKind })

export const orderChoice = endpoint({
  method: 'GET',
  path: `${BASE}/orders/{orderId}/choices/{kind}`,
  summary: "The version an order works with; null: the platform's own form",
  params,
  returns: z.object({
    orderCode: z.string(),
    orderTitle: z.string(),
    chosen: UsableTemplate.nullable(),
    /** What the order fills placeholders with so far, by their keys. */
    values: z.record(z.string(), z.string()),
    /** Why it cannot be chosen any more; null while it can. */
    closed: z.string().nullable(),
  }),
})

export const chooseForOrder = endpoint({
  method: 'PUT',
  path: `${BASE}/orders/{orderId}/choices/{kind}`,
  summary: "Choose the version an own order works with; null goes back to the platform's own form",
  params,
  body: z.object({ versionId: Id.nullable() }),
  errors: ['wrongState'],
})
