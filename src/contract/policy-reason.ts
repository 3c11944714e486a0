import * as z from 'zod'

/** What every change of a tenant's policy is based on; recorded with it. */
export const PolicyReason = z.string().trim().min(1, '请填写调整依据').max(500, '调整依据不能超过500个字')
