import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { brandProblems } from '../rules/brand.ts'
import { Standing } from './shared.ts'

const Colour = z
  .string()
  .trim()
  .transform((value) => value.toLowerCase())

const fields = {
  alias: z.string().trim(),
  themeColor: Colour,
  openHallTitle: z.string().trim(),
  /** Uploads of use `brand`; null: as it is. */
  logoId: Id.nullable().default(null),
  faviconId: Id.nullable().default(null),
}

/** The brand in force. Pictures are addresses or data addresses. */
export const BrandInForce = z.object({
  alias: z.string(),
  themeColor: z.string(),
  openHallTitle: z.string(),
  logo: z.string(),
  favicon: z.string(),
})

export const BrandApplication = Standing.extend({
  id: Id,
  companyId: Id,
  companyName: z.string(),
  alias: z.string(),
  themeColor: z.string(),
  openHallTitle: z.string(),
  hasLogo: z.boolean(),
  hasFavicon: z.boolean(),
  statement: z.string(),
  /** What was or is replaced. */
  before: BrandInForce,
})

export const applyForBrand = endpoint({
  method: 'POST',
  path: '/enterprise/brand-applications',
  summary: "A purchaser applies for this platform's brand",
  body: z.object({ ...fields, statement: z.string().trim().max(500).default('') }).superRefine((value, ctx) => {
    for (const { path, message } of brandProblems(value)) ctx.addIssue({ code: 'custom', path: [path], message })
  }),
  returns: z.object({ id: Id }),
  errors: ['conflict'],
})

export const brandApplications = endpoint({
  method: 'GET',
  path: '/enterprise/brand-applications',
  summary: 'The brand in force and the applications of the company entered, newest first',
  returns: z.object({ inForce: BrandInForce, applications: z.array(BrandApplication) }),
})

export const BrandPicture = z.enum(['logo', 'favicon'])

export const brandPicture = endpoint({
  method: 'GET',
  path: '/enterprise/brand-applications/{id}/{picture}',
  summary: 'A picture of an own application',
  params: z.object({ id: Id, picture: BrandPicture }),
  answer: 'file',
})
