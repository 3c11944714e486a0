import { expect, test } from 'vitest'
import { features } from '#web/features.ts'
import { ORDER_SLOTS, PORTAL_SLOTS } from '../contract/slots.ts'

const parts = features.flatMap((feature) => feature.parts ?? [])

test.each(Object.values({ ...ORDER_SLOTS, ...PORTAL_SLOTS }).map(({ name }) => name))(
  'a feature brings its part to %s',
  async (name) => {
    const brought = parts.filter(({ slot }) => slot.name === name)
    expect(brought).toHaveLength(1)
    expect((await brought[0]!.load()).Part).toBeTypeOf('function')
  },
)
