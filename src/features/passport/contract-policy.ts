import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { PolicyReason } from '#contract/policy-reason.ts'
import { LoginPolicy } from './rules-policy.ts'

export const loginPolicy = endpoint({
  method: 'GET',
  path: '/admin/login-policy',
  summary: 'How people log in at this tenant: passwords, sessions, who needs a second factor from when',
  returns: LoginPolicy,
})

export const setLoginPolicy = endpoint({
  method: 'PUT',
  path: '/admin/login-policy',
  summary: 'Set how people log in at this tenant; holds for open sessions as well and is recorded with its reason',
  body: z.intersection(LoginPolicy, z.object({ reason: PolicyReason })),
})
