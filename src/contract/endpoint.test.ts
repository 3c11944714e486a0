import { describe, expect, test } from 'vitest'
import { endpoint, pathOf } from './endpoint.ts'
import { AppError, ERRORS } from './errors.ts'

describe('an endpoint', () => {
  test('has defaults for what is left out; POST is done once', () => {
    const post = endpoint({ method: 'POST', path: '/orders', summary: '' })
    expect(post).toMatchObject({ once: true, answer: 'json', multipart: false, errors: [] })
    expect(endpoint({ method: 'GET', path: '/orders', summary: '' }).once).toBe(false)
    expect(endpoint({ method: 'POST', path: '/search', summary: '', once: false }).once).toBe(false)
  })

  test('fills its path, escaping what people give', () => {
    const path = '/projects/{projectId}/items/{id}'
    expect(pathOf({ path }, { projectId: 'a/../b', id: 7 })).toBe('/projects/a%2F..%2Fb/items/7')
    for (const id of [undefined, null, '']) expect(() => pathOf({ path }, { projectId: 'a', id })).toThrow('id')
  })
})

describe('errors', () => {
  test('carry code, status and message of the catalogue', () => {
    expect(new AppError('serviceNotBought')).toMatchObject({ code: 41003, status: 403, message: '未购买该增值服务' })
    expect(new AppError('invalid', '数量过大', [1])).toMatchObject({ code: 10001, message: '数量过大', details: [1] })
  })

  test('have codes of their own; those below 1000 are HTTP statuses', () => {
    const rows = Object.values(ERRORS)
    expect(new Set(rows.map((r) => r.code)).size).toBe(rows.length)
    expect(rows.filter((r) => r.code < 1000 && r.code !== r.status)).toEqual([])
    for (const row of rows) expect(row.status).toBeGreaterThanOrEqual(400)
  })
})
