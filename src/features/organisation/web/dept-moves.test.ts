import { describe, expect, it } from 'vitest'
import type { Department } from '../contract/departments.ts'
import { KEYS, keyMove, placeOfDrop, visibleRows } from './dept-moves.ts'

const row = (deptId: string, parentId: string | null): Department => ({
  deptId,
  parentId,
  name: deptId,
  employees: 0,
  headEmployeeId: null,
  headName: '',
})
const rows = [row('a', null), row('a1', 'a'), row('a1x', 'a1'), row('a2', 'a'), row('b', null)]

it('draws the tree with depths, and nothing below what is folded', () => {
  expect(visibleRows(rows, []).map((r) => `${r.deptId}${r.depth}${r.hasChildren ? '+' : ''}`)).toEqual([
    'a0+',
    'a11+',
    'a1x2',
    'a21',
    'b0',
  ])
  expect(visibleRows(rows, ['a']).map((r) => r.deptId)).toEqual(['a', 'b'])
  expect(visibleRows(rows, ['a1', 'b']).map((r) => [r.deptId, r.folded])).toEqual([
    ['a', false],
    ['a1', true],
    ['a2', false],
    ['b', false],
  ])
})

it('counts the people of a department with those below it', () => {
  const staffed = rows.map((one, i) => ({ ...one, employees: i + 1 }))
  expect(visibleRows(staffed, ['a1']).map((r) => [r.deptId, r.total])).toEqual([
    ['a', 10],
    ['a1', 5],
    ['a2', 4],
    ['b', 5],
  ])
})

it('takes the middle of a row for its inside', () => {
  expect([0, 0.2, 0.25, 0.5, 0.75, 0.8, 1].map(placeOfDrop)).toEqual([
    'before',
    'before',
    'inside',
    'inside',
    'inside',
    'after',
    'after',
  ])
})

describe('arrow keys', () => {
  it.each([
    ['a1', 'ArrowUp', null],
    ['a1', 'ArrowDown', { parentId: 'a', index: 1 }],
    ['a2', 'ArrowUp', { parentId: 'a', index: 0 }],
    ['a2', 'ArrowDown', null],
    ['a2', 'ArrowRight', { parentId: 'a1', index: 1 }],
    ['a1', 'ArrowRight', null],
    ['a1', 'ArrowLeft', { parentId: null, index: 1 }],
    ['b', 'ArrowLeft', null],
    ['b', 'ArrowRight', { parentId: 'a', index: 2 }],
    ['b', 'Enter', null],
    ['x', 'ArrowUp', null],
  ])('%s %s', (id, key, to) => {
    expect(keyMove(rows, id, key)).toEqual(to)
  })
})

describe('keys of the tree', () => {
  const shown = visibleRows(rows, ['a1'])
  const press = (key: string, id: string | null) => {
    const at = shown.findIndex((one) => one.deptId === id)
    return KEYS[key]?.({ at, row: shown[at], last: shown.length - 1 })
  }
  it.each([
    ['ArrowDown', null, { what: 'go', to: 0 }],
    ['ArrowUp', 'a', { what: 'go', to: -1 }],
    ['End', 'a', { what: 'go', to: 3 }],
    ['ArrowRight', 'a', { what: 'go', to: 1 }],
    ['ArrowRight', 'a1', { what: 'fold', shut: false }],
    ['ArrowRight', 'a2', undefined],
    ['ArrowLeft', 'a', { what: 'fold', shut: true }],
    ['ArrowLeft', 'a1', { what: 'up' }],
    ['ArrowLeft', null, undefined],
    ['Enter', null, { what: 'choose' }],
    ['F4', null, undefined],
    ['F4', 'b', { what: 'head' }],
    ['F2', null, undefined],
    ['F2', 'b', { what: 'rename' }],
    ['Delete', 'b', { what: 'delete' }],
    ['x', 'b', undefined],
  ])('%s on %s', (key, id, deed) => {
    expect(press(key, id)).toEqual(deed)
  })
})
