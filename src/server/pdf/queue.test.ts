import { expect, test } from 'vitest'
import { type Asker, FairQueue } from './queue.ts'

const person = (userId: string, companyId: string | null = null): Asker => ({ userId, companyId })
const open = { person: 100, company: 100, all: 100 }

/** Asks for pieces of work in this order; gives the order in which they were begun. */
async function orderOf(queue: FairQueue, asked: [name: string, asker: Asker][]): Promise<string[]> {
  const begun: string[] = []
  await Promise.all(
    asked.map(([name, asker]) =>
      queue.run(asker, async () => {
        begun.push(name)
        await new Promise(setImmediate)
      }),
    ),
  )
  return begun
}

test('companies take turns, and so do the people within one, however much each asks for', async () => {
  const queue = new FairQueue({ atOnce: 1, ofCompany: 1, waiting: open })
  const asked: [string, Asker][] = [
    ...['a1', 'a2', 'a3', 'a4'].map((name): [string, Asker] => [name, person('a', 'A')]),
    ['b1', person('b', 'A')],
    ['c1', person('c', 'C')],
    ['c2', person('c', 'C')],
    ['e1', person('e')],
  ]
  // The first began at once, alone: its company stood first in the row again before others came.
  expect(await orderOf(queue, asked)).toEqual(['a1', 'a2', 'c1', 'e1', 'b1', 'c2', 'a3', 'a4'])
})

test('one company has so many under way and no more, though there would be room', async () => {
  const queue = new FairQueue({ atOnce: 4, ofCompany: 2, waiting: open })
  let [now, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++now)
    await new Promise(setImmediate)
    now--
  }
  await Promise.all(Array.from({ length: 10 }, () => queue.run(person('a', 'A'), work)))
  expect(most).toBe(2)
})

test('who has enough waiting is asked to come back, and takes no place from others; what fails frees its place', async () => {
  const queue = new FairQueue({ atOnce: 1, ofCompany: 1, waiting: { person: 2, company: 3, all: 4 } })
  const gate = Promise.withResolvers<void>()
  const held = () => gate.promise
  const running = queue.run(person('x', 'X'), () => gate.promise.then(() => Promise.reject(new Error('broken'))))
  const ask = (...who: [string, string]) => queue.run(person(...who), held)
  const waiting = [ask('a', 'A'), ask('a', 'A')]
  await expect(ask('a', 'A')).rejects.toMatchObject({ code: 10006, status: 429, details: { retryAfter: 10 } })
  waiting.push(ask('b', 'A'))
  await expect(ask('c', 'A')).rejects.toMatchObject({ status: 429 })
  waiting.push(ask('d', 'D'))
  await expect(ask('e', 'E')).rejects.toMatchObject({ status: 503, code: 10022 })
  // The platform itself is never refused.
  waiting.push(queue.run({ userId: null, companyId: null }, held))
  gate.resolve()
  await expect(running).rejects.toThrow('broken')
  await Promise.all(waiting)
  expect(await queue.run(person('a', 'A'), async () => 'again')).toBe('again')
})

test('the lane behind begins nothing while something waits in the lane before', async () => {
  const first = new FairQueue({ atOnce: 1, ofCompany: 1, waiting: open })
  const second = new FairQueue({ atOnce: 1, ofCompany: 1, waiting: open, after: first })
  const begun: string[] = []
  const piece = (queue: FairQueue, name: string) =>
    queue.run(person(name), async () => {
      begun.push(name)
      await new Promise(setImmediate)
    })
  await Promise.all([
    piece(second, 's1'),
    piece(second, 's2'),
    piece(second, 's3'),
    piece(first, 'f1'),
    piece(first, 'f2'),
    piece(first, 'f3'),
  ])
  expect(begun.slice(0, 2)).toEqual(['s1', 'f1'])
  expect(begun.indexOf('s2')).toBeGreaterThan(begun.indexOf('f3') - 1)
})
