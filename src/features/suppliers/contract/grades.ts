import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/time.ts'
import { Hierarchy, Rating } from '../rules/grades.ts'

const note = z.string().trim().min(2, '请填写调整说明').max(300)

/** A policy in force with what was before; version 0 is the preset. */
const policyOf = <S extends z.ZodType>(content: S) =>
  z.object({
    version: z.number().int(),
    content,
    mayEdit: z.boolean(),
    versions: z.array(
      z.object({ version: z.number().int(), content, note: z.string(), byName: z.string(), at: Instant }),
    ),
  })

/** `version`: the one that was seen; `conflict` where somebody else has written a newer one. */
const changeOf = <S extends z.ZodType>(content: S) => z.object({ version: z.number().int().min(0), content, note })

export const gradeHierarchy = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-grades/hierarchy',
  summary: 'What grades mean, with earlier versions',
  returns: policyOf(Hierarchy),
})

export const saveHierarchy = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/supplier-grades/hierarchy',
  summary: 'Put a new version into force',
  body: changeOf(Hierarchy),
  errors: ['conflict'],
})

export const ratingRules = endpoint({
  method: 'GET',
  path: '/workbench/buyer/supplier-grades/rating-rules',
  summary: 'From which score on a grade is given, with earlier versions',
  returns: policyOf(Rating),
})

export const saveRating = endpoint({
  method: 'PUT',
  path: '/workbench/buyer/supplier-grades/rating-rules',
  summary: 'Put a new version into force',
  body: changeOf(Rating),
  errors: ['conflict'],
})
