import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { Instant } from '#contract/time.ts'
import { ApprovalInput, orHeld } from '#features/workflow/contract/businesses.ts'
import { Collection, ElementKind, FeeType, Formula, PayeeKind, Setting } from '../rules/enums.ts'

const OWN = '/workbench/enterprises/charge-configs'
const TEMPLATES = '/workbench/enterprises/charge-templates'

/** Percent with at most four decimals. */
const Rate = z.string().regex(/^(0|[1-9]\d{0,2})(\.\d{1,4})?$/, { error: '费率格式不正确，最多四位小数', abort: true })

const Percent = z
  .string()
  .regex(/^(0|[1-9]\d?|100)(\.\d{1,2})?$/, { error: '百分比应在 0 至 100 之间，最多两位小数', abort: true })
  .refine((value) => Number(value) <= 100, '百分比应在 0 至 100 之间，最多两位小数')

/** How a fee is computed, as it is sent: drafts may have gaps, publications not. */
export const TermsInput = z.object({
  formula: Formula.schema,
  elements: z
    .array(z.object({ type: ElementKind.schema, value: z.string().trim().min(1, '请填写内容').max(200) }))
    .min(1, '请填写计费基数')
    .max(20, '计费基数最多 20 项'),
  tiers: z
    .array(z.object({ from: Amount, to: Amount.nullable(), rate: Rate }))
    .max(20, '费率最多 20 档')
    .default([]),
  least: Amount.optional(),
  most: Amount.optional(),
})

const Terms = z.object({
  formula: z.number(),
  elements: z.array(z.object({ type: z.number(), value: z.string() })).readonly(),
  tiers: z.array(z.object({ from: z.string(), to: z.string().nullable(), rate: z.string() })).readonly(),
  least: z.string().optional(),
  most: z.string().optional(),
})

export const Derivation = z.array(z.object({ label: z.string(), computation: z.string(), amount: z.string() }))

const Finding = z.object({ level: z.enum(['wrong', 'warning']), path: z.string(), message: z.string() })

const Template = z.object({
  templateId: Id,
  name: z.string(),
  terms: Terms,
  /** Followed by custom, no rule in force. */
  isReference: z.boolean(),
})

/** A line of a standard. */
const ConfigInput = z.object({
  feeType: FeeType.schema,
  methods: z.array(z.number().int()).max(30).default([]),
  setting: Setting.schema,
  collection: Collection.schema.default(1),
  templateId: Id.nullable().default(null),
  payer: z.enum(['winner', 'purchaser']).default('winner'),
  memberDiscounts: z
    .object({ basic: Percent.optional(), advanced: Percent.optional(), diamond: Percent.optional() })
    .default({}),
  note: z.string().trim().max(200, '说明不能超过 200 个字').default(''),
})

const Config = z.object({
  configId: Id,
  feeType: z.number(),
  methods: z.array(z.number()),
  setting: z.number(),
  collection: z.number(),
  /** `PayeeKind`. */
  payee: PayeeKind.schema,
  template: Template.nullable(),
  payer: z.enum(['winner', 'purchaser']),
  memberDiscounts: z.record(z.string(), z.string()),
  note: z.string(),
})

/** A standard as it was published. */
const Publication = z.object({
  publicationId: Id,
  /** Null: the platform. */
  companyId: Id.nullable(),
  companyName: z.string(),
  no: z.number(),
  note: z.string(),
  publishedAt: Instant,
  publishedByName: z.string(),
  lines: z.array(Config),
})

export const chargeConfigs = endpoint({
  method: 'GET',
  path: OWN,
  summary:
    'What the company charges, by fee and method, with what it is charged by the platform; for the platform, its own',
  returns: z.object({
    setter: z.enum(['admin', 'purchaser', 'agency', 'supplier']),
    own: z.array(Config),
    templates: z.array(Template.extend({ isOwn: z.boolean(), findings: z.array(Finding) })),
    /** What stands against publication, and what is to be known before it. */
    findings: z.array(Finding),
    published: Publication.nullable(),
    /** Own lines are no longer those that were published. */
    isChanged: z.boolean(),
    charged: Publication.nullable(),
    mayEdit: z.boolean(),
    /** What the standard is approved as. */
    subjectId: Id.nullable(),
    /** The approval that a publication waits for. */
    pending: z.string().nullable(),
  }),
})

export const addConfig = endpoint({
  method: 'POST',
  path: OWN,
  summary: 'A further line of the own standard; in force once it is published',
  body: ConfigInput,
  returns: z.object({ configId: Id }),
})
export const changeConfig = endpoint({
  method: 'PUT',
  path: `${OWN}/{configId}`,
  summary: 'Another content for a line; what was published stays',
  params: z.object({ configId: Id }),
  body: ConfigInput,
})
export const dropConfig = endpoint({
  method: 'DELETE',
  path: `${OWN}/{configId}`,
  summary: 'Remove a line; what was published stays',
  params: z.object({ configId: Id }),
})

const TemplateInput = z.object({
  name: z.string().trim().min(1, '请填写名称').max(60, '名称不能超过 60 个字'),
  terms: TermsInput,
})
export const addTemplate = endpoint({
  method: 'POST',
  path: TEMPLATES,
  summary: 'Keep a way to compute fees; gaps and overlaps are found, and refused at publication',
  body: TemplateInput,
  returns: z.object({ templateId: Id, findings: z.array(Finding) }),
})
export const changeTemplate = endpoint({
  method: 'PUT',
  path: `${TEMPLATES}/{templateId}`,
  summary: 'Another content for a template; what was published with it stays',
  params: z.object({ templateId: Id }),
  body: TemplateInput,
  returns: z.object({ findings: z.array(Finding) }),
})
export const dropTemplate = endpoint({
  method: 'DELETE',
  path: `${TEMPLATES}/{templateId}`,
  summary: 'Remove a template that no line uses',
  params: z.object({ templateId: Id }),
  errors: ['wrongState'],
})

export const publishStandard = endpoint({
  method: 'POST',
  path: '/workbench/enterprises/charge-publications',
  summary:
    'Publish the own lines as the standard (收费公示) from now on; orders published before keep theirs. Refused with gaps, overlaps or two lines for one fee and method; leaps at edges want `acceptWarnings`',
  body: z.object({
    note: z.string().trim().max(200, '说明不能超过 200 个字').default(''),
    acceptWarnings: z.boolean().default(false),
    approval: ApprovalInput,
  }),
  returns: orHeld({ publicationId: Id, no: z.number() }),
  errors: ['wrongState', 'confirm'],
})

export const publications = endpoint({
  method: 'GET',
  path: '/workbench/enterprises/charge-publications',
  summary: 'What the company has published, newest first',
  returns: z.array(Publication),
})

export const standardDetail = endpoint({
  method: 'GET',
  path: '/charge-openness/{id}/detail',
  summary:
    'The published standard of a company, of the platform (`platform`), of an order as it stood when that was published, or one publication by its id',
  params: z.object({ id: z.string().max(40) }),
  returns: z.object({ title: z.string(), standards: z.array(Publication) }),
})

export const templateDetail = endpoint({
  method: 'GET',
  path: '/charge-openness/templates/{id}/detail',
  summary: 'How a template computes: a preset, one that stands in a published standard as published, or an own one',
  params: z.object({ id: Id }),
  returns: Template,
})

export const computeFee = endpoint({
  method: 'GET',
  path: '/charge-openness/compute-fee',
  summary: 'What a template, or a line of a published standard, charges for these amounts, step by step',
  query: z
    .object({
      templateId: Id.optional(),
      configId: Id.optional(),
      budgetAmount: Amount.optional(),
      winnerAmount: Amount.optional(),
    })
    .refine(
      ({ templateId, configId }) => (templateId === undefined) !== (configId === undefined),
      '请选择一个收费模板或收费项目',
    ),
  returns: z.object({ amount: z.string(), lines: Derivation, isReference: z.boolean() }),
})

export const biddingPlatformFee = endpoint({
  method: 'GET',
  path: '/charge-openness/bidding-platform-fee',
  summary: 'What the own company owes the platform for taking part in an order, its membership taken into account',
  query: z.object({ orderId: Id }),
  returns: z.object({
    /** `Setting`; free where the platform charges nothing. */
    setting: z.number(),
    amount: z.string(),
    /** Null while it cannot be known: it is computed from the award. */
    lines: Derivation.nullable(),
    memberName: z.string(),
    discount: z.string(),
    billId: Id.nullable(),
    state: z.string().nullable(),
  }),
})
