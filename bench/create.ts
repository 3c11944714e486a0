import { randomUUID } from 'node:crypto'
import { buyerHeaders, compare } from './list.ts'
import type { Shot } from './load.ts'
import type { Line } from './line.ts'
import type { BenchWorld } from './world.ts'

const ITEMS = Array.from({ length: 10 }, (_, i) => ({
  name: `设备${i + 1}`,
  unit: '台',
  quantity: '2',
  controlPrice: '1000',
}))
const SCHEDULE = { saleStart: null, saleEnd: null, signUpEnd: null, questionEnd: null, bidEnd: null, openAt: null }

/** A project, its ten items and an order: three requests on either side. */
export async function createOrders(world: BenchWorld): Promise<Line[]> {
  const headers = await buyerHeaders(world.product)
  const post = (path: string, body: object, method = 'POST'): Shot => ({
    method,
    path,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  const plain = (path: string, body: object, method = 'POST'): Shot => ({
    method,
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const idOf = (last: unknown) => (last as { projectId: string }).projectId
  const product = (n: number) => {
    let projectId = ''
    return [
      () => post('/api/workbench/buyer/projects', { name: `项目${n}`, category: 'goods', budget: '1000000' }),
      (last: unknown) =>
        post(`/api/workbench/buyer/projects/${(projectId = idOf(last))}/items`, { items: ITEMS }, 'PUT'),
      () =>
        post('/api/workbench/buyer/orders', {
          projectId,
          title: `标段${n}`,
          estimatedPrice: '1000000',
          schedule: SCHEDULE,
          settings: {},
          announcement: {},
        }),
    ]
  }
  const peer = (n: number) => {
    let projectId = ''
    return [
      () => plain('/projects', { name: `项目${n}`, budget: '1000000' }),
      (last: unknown) => plain(`/projects/${(projectId = idOf(last))}/items`, { items: ITEMS }, 'PUT'),
      () => plain('/orders', { projectId, title: `标段${n}`, estimatedPrice: '1000000', settings: {} }),
    ]
  }
  return compare(world, { what: 'create an order with 10 items', product, peer, least: 0.4 })
}
