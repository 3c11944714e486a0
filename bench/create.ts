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

/** A project, its ten items and an order: in three requests on either side, and in one on either side. */
export async function createOrders(world: BenchWorld): Promise<Line[]> {
  const headers = await buyerHeaders(world.product)
  const post = (path: string, body: object, method = 'POST'): Shot => ({
    method,
    path: `/api/workbench/buyer${path}`,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  const plain = (path: string, body: object, method = 'POST'): Shot => ({
    method,
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const three = (send: typeof post) => (n: number) => {
    let projectId = ''
    return [
      () => send('/projects', projectOf(n)),
      (last: unknown) => {
        projectId = (last as { projectId: string }).projectId
        return send(`/projects/${projectId}/items`, { items: ITEMS }, 'PUT')
      },
      () => send('/orders', { ...orderOf(n), projectId }),
    ]
  }
  const one = (send: typeof post) => (n: number) => [
    () => send('/orders/with-project', { ...orderOf(n), project: projectOf(n), items: ITEMS }),
  ]
  return [
    ...(await compare(world, {
      what: 'create an order with 10 items',
      product: three(post),
      peer: three(plain),
      least: 0.7,
    })),
    ...(await compare(world, { what: 'the same in one request', product: one(post), peer: one(plain), least: 0.7 })),
  ]
}

const projectOf = (n: number) => ({ name: `项目${n}`, category: 'goods', regime: 'enterprise', budget: '1000000' })

const orderOf = (n: number) => ({
  title: `标段${n}`,
  estimatedPrice: '1000000',
  schedule: SCHEDULE,
  settings: {},
  announcement: {},
})
