import { endpoint } from '#contract/endpoint.ts'
import { KeyPolicy } from '../rules/key-policy.ts'

export const quoteKeys = endpoint({
  method: 'GET',
  path: '/workbench/buyer/quote-keys',
  summary: 'The least key mode of quotes, as the tenant decided, for whoever draws an order up',
  returns: KeyPolicy,
})
