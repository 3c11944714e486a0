import { anybody, GIGABYTE, MEGABYTE, type UploadPolicy } from '#server/files/policy.ts'
import { FORM_POLICIES, type FormUse } from '../rules.ts'

/** Attachments and public pictures: of anybody, hence little of each. */
export const uploads: Readonly<Record<FormUse, UploadPolicy>> = {
  attachment: {
    ...FORM_POLICIES.attachment,
    entitled: anybody,
    person: { bytes: 2 * GIGABYTE, files: 1000 },
    company: { bytes: 20 * GIGABYTE, files: 10_000 },
    byFormOnly: true,
  },
  resource: {
    ...FORM_POLICIES.resource,
    entitled: anybody,
    person: { bytes: 100 * MEGABYTE, files: 200 },
    company: { bytes: 500 * MEGABYTE, files: 1000 },
    byFormOnly: true,
  },
}
