import { expect, it } from 'vitest'
import { gather } from './gather.ts'

const tile = (path: string, ...bytes: number[]) => ({ path, blob: new Blob([new Uint8Array(bytes)]) })

it('reads a partial tile from a wider one of a later log, never from a narrower one', async () => {
  const { tiles } = await gather([tile('log/tile/1/000.p/2', 1, 2), tile('log/tile/0/003', 9)])
  expect(await tiles?.readTile('tile/1/000.p/1')).toEqual(new Uint8Array([1, 2]))
  expect(await tiles?.readTile('tile/1/000.p/2')).toEqual(new Uint8Array([1, 2]))
  expect(await tiles?.readTile('tile/1/000.p/3')).toBeUndefined()
  expect(await tiles?.readTile('tile/2/000.p/1')).toBeUndefined()
})
