import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { Amount } from '#contract/money.ts'
import { PageQuery, pageOf } from '#contract/page.ts'
import { Instant } from '#contract/time.ts'
import { CATEGORIES, type Category } from '#features/procurement/rules/enums.ts'
import { GROUPS, type Group } from './rules/pipeline.ts'

const PATH = '/workbench/supplier/cockpit'
const params = z.object({ orderId: Id })
const CategoryName = z.enum(Object.keys(CATEGORIES) as [Category, ...Category[]])
const GroupName = z.enum(Object.keys(GROUPS) as [Group, ...Group[]])

const words = (what: string) =>
  z
    .array(z.string().trim().min(2, `${what}至少两个字`).max(30, `${what}不能超过 30 个字`))
    .max(20, `${what}最多 20 个`)
    .refine((all) => new Set(all).size === all.length, `${what}重复`)

const Sizes = { least: Amount.nullable().default(null), most: Amount.nullable().default(null) }

/** Every field may be left empty: then the past speaks. */
export const ProfileFields = z
  .object({
    categories: z.array(CategoryName).default([]),
    keywords: words('主营品目').default([]),
    regions: words('经营地区').default([]),
    ...Sizes,
    certificates: z
      .array(
        z.object({
          name: z.string().trim().min(2, '请填写资质名称').max(100),
          validUntil: z.iso.date('日期格式不正确').nullable().default(null),
        }),
      )
      .max(50, '最多 50 项资质')
      .default([]),
  })
  .refine(({ least, most }) => least === null || most === null || Number(least) <= Number(most), {
    path: ['most'],
    message: '上限不能小于下限',
  })

export const profile = endpoint({
  method: 'GET',
  path: `${PATH}/profile`,
  summary: 'What the own company says of itself, and what its past says where it says nothing',
  returns: z.object({
    stated: z.object({
      categories: z.array(CategoryName),
      keywords: z.array(z.string()),
      regions: z.array(z.string()),
      least: Amount.nullable(),
      most: Amount.nullable(),
      certificates: z.array(z.object({ name: z.string(), validUntil: z.string().nullable() })),
    }),
    /** Of sign-ups of the last three years; sizes from half of the least to twice the most that it was awarded. */
    past: z.object({
      categories: z.array(CategoryName),
      regions: z.array(z.string()),
      least: Amount.nullable(),
      most: Amount.nullable(),
      /** Documents that were checked with the certification, or handed in with a sign-up. */
      documents: z.array(z.string()),
    }),
    updatedAt: Instant.nullable(),
    updatedByName: z.string(),
  }),
})

export const saveProfile = endpoint({
  method: 'PUT',
  path: `${PATH}/profile`,
  summary: 'State it anew',
  body: ProfileFields,
})

export const matches = endpoint({
  method: 'GET',
  path: `${PATH}/matches`,
  summary: 'Open orders the own company could sign up for, the best fifty, each with its reasons',
  query: PageQuery.pick({ pageNo: true }).extend({
    pageSize: z.coerce.number().int().min(1).max(50).default(10),
    /** Those that the person has put aside, in place of the others. */
    hidden: z.enum(['true', 'false']).default('false'),
  }),
  returns: z.object({
    rows: z.array(
      z.object({
        orderId: Id,
        code: z.string(),
        title: z.string(),
        link: z.string(),
        method: z.number().int(),
        purchaserName: z.string(),
        category: z.string(),
        region: z.string(),
        controlPrice: Amount.nullable(),
        signUpEnd: Instant,
        score: z.number().int(),
        reasons: z.array(z.object({ tone: z.enum(['fit', 'gap']), text: z.string() })),
      }),
    ),
    total: z.number().int(),
    hiddenCount: z.number().int(),
    /** False: neither is anything stated nor is there a past, so nothing can be compared. */
    hasProfile: z.boolean(),
  }),
})

export const hideMatch = endpoint({
  method: 'POST',
  path: `${PATH}/matches/{orderId}/hide`,
  summary: 'Put an open order aside, for oneself',
  params,
})

export const showMatch = endpoint({
  method: 'POST',
  path: `${PATH}/matches/{orderId}/show`,
  summary: 'Take it back',
  params,
})

const Tag = z.object({ label: z.string(), tone: z.enum(['neutral', 'active', 'success', 'warning', 'danger']) })
const Part = z.object({ orderId: Id, code: z.string(), title: z.string(), link: z.string(), purchaserName: z.string() })

export const pipeline = endpoint({
  method: 'GET',
  path: `${PATH}/pipeline`,
  summary: 'What the own company takes part in, with the state and the next date that the engine derives',
  returns: z.object({
    rows: z.array(
      Part.extend({
        group: GroupName,
        method: z.number().int(),
        stage: z.string(),
        own: Tag.nullable(),
        nextLabel: z.string().nullable(),
        nextAt: Instant.nullable(),
        /** What waits for the company there, nearest first; the page of the order where nothing does. */
        act: z.object({ label: z.string(), link: z.string() }).nullable(),
      }),
    ),
    /** Something could not be looked up; the rest is complete. */
    isPartial: z.boolean(),
  }),
})

export const missing = endpoint({
  method: 'GET',
  path: `${PATH}/missing`,
  summary: 'Of each participation with a deadline ahead: what is not done yet, nearest deadline first',
  returns: z.object({
    rows: z.array(
      Part.extend({
        deadline: Instant,
        deadlineLabel: z.string(),
        items: z.array(
          z.object({
            key: z.string(),
            label: z.string(),
            detail: z.string(),
            link: z.string(),
            dueAt: Instant.nullable(),
          }),
        ),
      }),
    ),
    isPartial: z.boolean(),
  }),
})

export const debriefPage = endpoint({
  method: 'GET',
  path: `${PATH}/debriefs/page`,
  summary: 'Orders with a published result that the own company did not win, the newest first',
  query: PageQuery,
  returns: pageOf(Part.extend({ method: z.number().int(), awardedAt: Instant, own: Tag, tellsMarks: z.boolean() })),
})

const Mark = z.object({ name: z.string(), fullMark: z.string() })

export const debrief = endpoint({
  method: 'GET',
  path: `${PATH}/debriefs/{orderId}`,
  summary: 'How one of them ended: what was published, and of the own bid what the law lets its bidder know',
  params,
  returns: Part.extend({
    method: z.number().int(),
    awardedAt: Instant,
    own: Tag,
    notice: z.object({ noticeId: Id, code: z.string(), title: z.string() }),
    /** As the notice published them. */
    winners: z.array(z.object({ name: z.string(), price: Amount })),
    /** As the publicity of the candidates published the own company; null: it was none. */
    candidate: z.object({ rank: z.number().int(), price: Amount, score: z.string().nullable() }).nullable(),
    disclosure: z.object({ rule: z.string(), source: z.string(), meaning: z.string() }),
    /** Why the own bid was rejected; null where it was not, or is not told. */
    rejection: z.object({ reason: z.string(), rule: z.string() }).nullable(),
    /** What of the own price counted in the review; null where nothing was opened. */
    price: Amount.nullable(),
    /** Null where the law tells none. */
    marks: z
      .object({
        total: z.string().nullable(),
        rank: z.number().int().nullable(),
        ways: z.array(
          Mark.extend({
            score: z.string().nullable(),
            passed: z.boolean().nullable(),
            items: z.array(Mark.extend({ score: z.string() })),
          }),
        ),
      })
      .nullable(),
  }),
})
