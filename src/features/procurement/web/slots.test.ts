import { expect, test } from 'vitest'
import { OFFICER_SLOTS } from '#features/joint-key/contract-slots.ts'
import { features } from '#web/features.ts'
import { ITEM_SLOTS, LIST_SLOTS, ORDER_SLOTS, PORTAL_SLOTS } from '../contract/slots.ts'

const parts = features.flatMap((feature) => feature.parts ?? [])

test.each(
  [ORDER_SLOTS, ITEM_SLOTS, LIST_SLOTS, PORTAL_SLOTS].flatMap((slots) => Object.values(slots).map(({ name }) => name)),
)('a feature brings its part to %s', async (name) => {
  const brought = parts.filter(({ slot }) => slot.name === name)
  expect(brought).toHaveLength(1)
  expect((await brought[0]!.load()).Part).toBeTypeOf('function')
})

test('tenders and inquiries bring their parts to the page of an officer', async () => {
  const brought = parts.filter(({ slot }) => slot.name === OFFICER_SLOTS.opening.name)
  expect(brought).toHaveLength(2)
  for (const one of brought) expect((await one.load()).Part).toBeTypeOf('function')
})
