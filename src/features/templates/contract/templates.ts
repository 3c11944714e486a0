import * as z from 'zod'
import { Action } from '#contract/action.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { TEMPLATE_KINDS } from '../rules/kinds.ts'
import { TemplateStatus } from '../rules/status.ts'
import { AnyContent } from './content.ts'

const BASE = '/workbench/templates'
export const Kind = z.enum(TEMPLATE_KINDS)
const ofKind = z.object({ kind: Kind })
const params = z.object({ templateId: Id })

const Name = z.string().trim().max(100)
const Scope = z.string().max(60)

export const TemplateRow = z.object({
  templateId: Id,
  kind: Kind,
  name: z.string(),
  scope: z.string(),
  scopeLabel: z.string(),
  /** A preset of the platform. */
  isPreset: z.boolean(),
  status: TemplateStatus.schema,
  isDefault: z.boolean(),
  /** The newest version; 0 before the first. */
  versionNo: z.number().int(),
  /** The draft says something else than the newest version. */
  hasChanges: z.boolean(),
  /** Orders that its versions went into. */
  uses: z.number().int(),
  updatedBy: z.string(),
  updatedAt: Instant,
  actions: z.array(Action),
})
export type TemplateRow = z.output<typeof TemplateRow>

export const templatePage = endpoint({
  method: 'GET',
  path: `${BASE}/kinds/{kind}/page`,
  summary: "Templates of a kind: the own company's and the platform's presets",
  params: ofKind,
  query: PageQuery.extend({
    status: z.coerce.number().int().optional(),
    scope: Scope.optional(),
    owner: z.enum(['own', 'preset']).optional(),
  }),
  returns: pageOf(TemplateRow),
})

export const createTemplate = endpoint({
  method: 'POST',
  path: `${BASE}/kinds/{kind}`,
  summary: 'A new draft: from the example of the kind, or as a copy of a template one can read',
  params: ofKind,
  body: z.object({
    name: Name.min(1, '请输入模板名称'),
    scope: Scope.default(''),
    copyOf: Id.nullable().default(null),
  }),
  returns: z.object({ templateId: Id }),
})

export const Finding = z.object({ path: z.string(), message: z.string(), mark: z.string().optional() })

export const VersionRow = z.object({
  versionId: Id,
  versionNo: z.number().int(),
  name: z.string(),
  scope: z.string(),
  note: z.string(),
  contentHash: z.string(),
  publishedBy: z.string(),
  publishedAt: Instant,
  uses: z.number().int(),
})
export type VersionRow = z.output<typeof VersionRow>

export const templateDetail = endpoint({
  method: 'GET',
  path: `${BASE}/{templateId}`,
  summary: 'A template with its draft, what stands in the way of publishing it, its versions and what may be done now',
  params,
  returns: TemplateRow.extend({
    /** What is being written; for presets of others: the newest version. */
    content: AnyContent,
    revision: z.number().int(),
    findings: z.array(Finding),
    versions: z.array(VersionRow),
  }),
})

const Draft = z.object({
  name: Name,
  scope: Scope.default(''),
  content: AnyContent,
  /** Of the draft this one was made from; a newer one is only overwritten with `confirm`. */
  revision: z.number().int(),
  confirm: z.boolean().default(false),
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: `${BASE}/{templateId}/draft`,
  summary: 'Keep what has been written; incomplete texts are fine',
  params,
  body: Draft,
  returns: z.object({ revision: z.number().int(), findings: z.array(Finding) }),
  errors: ['wrongState', 'confirm', 'invalid'],
})

export const publishTemplate = endpoint({
  method: 'POST',
  path: `${BASE}/{templateId}/publish`,
  summary: 'Save and publish as the next version; refused with its findings while a placeholder is unresolved',
  params,
  body: Draft.extend({ note: z.string().trim().max(500).default('') }),
  returns: z.object({ versionId: Id, versionNo: z.number().int(), contentHash: z.string() }),
  errors: ['wrongState', 'confirm', 'invalid'],
})

export const actOnTemplate = endpoint({
  method: 'POST',
  path: `${BASE}/{templateId}/act`,
  summary: 'Make it the default of its scope or not, take back what is not published, retire, use again',
  params,
  body: z.object({ action: z.enum(['setDefault', 'unsetDefault', 'discard', 'retire', 'restore']) }),
  errors: ['wrongState'],
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: `${BASE}/{templateId}`,
  summary: 'Delete what was never published',
  params,
  errors: ['wrongState'],
})

export const templateVersion = endpoint({
  method: 'GET',
  path: `${BASE}/versions/{versionId}`,
  summary: 'A published version, as it will always be',
  params: z.object({ versionId: Id }),
  returns: VersionRow.extend({ templateId: Id, kind: Kind, scopeLabel: z.string(), content: AnyContent }),
})

export const materialSheet = endpoint({
  method: 'GET',
  path: `${BASE}/versions/{versionId}/sheet`,
  summary: 'The spreadsheet of a bill template, to be filled in and imported',
  params: z.object({ versionId: Id }),
  answer: 'file',
})

export const templateUses = endpoint({
  method: 'GET',
  path: `${BASE}/{templateId}/uses/page`,
  summary: 'Orders of the own company that a template went into',
  params,
  query: PageQuery,
  returns: pageOf(
    z.object({
      useId: z.string(),
      orderId: Id,
      orderCode: z.string(),
      orderTitle: z.string(),
      versionNo: z.number().int(),
      purpose: z.string(),
      usedBy: z.string(),
      usedAt: Instant,
    }),
  ),
})

export const previewTemplate = endpoint({
  method: 'POST',
  path: `${BASE}/kinds/{kind}/preview`,
  summary: 'A text, saved or not, filled with an own order (or with examples); what has no value is named',
  params: ofKind,
  body: z.object({ scope: Scope.default(''), content: AnyContent, orderId: Id.nullable().default(null) }),
  returns: z.object({
    content: AnyContent,
    missing: z.array(z.object({ path: z.string(), name: z.string() })),
  }),
  once: false,
})

export const templatePicture = endpoint({
  method: 'GET',
  path: `${BASE}/pictures/{fileId}`,
  summary: "The picture of a digital host: the own company's, or one of a published version",
  params: z.object({ fileId: Id }),
  answer: 'file',
})
