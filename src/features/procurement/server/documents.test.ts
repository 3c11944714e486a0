import { beforeAll, expect, test } from 'vitest'
import { tenderWorld, type TenderWorld } from './testing/tender.ts'

let world: TenderWorld
beforeAll(async () => {
  world = await tenderWorld()
})

test('every call is in the OpenAPI document with its schema', async () => {
  const document = (await world.t.client().raw('GET', '/api/openapi.json')) as { paths: Record<string, object> }
  const paths = Object.keys(document.paths)
  for (const path of [
    '/api/workbench/buyer/orders/{orderId}/publish',
    '/api/workbench/supplier/tenders/{orderId}',
    '/api/portal/notices/page',
  ])
    expect(paths).toContain(path)
})
