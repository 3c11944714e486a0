// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { CallError } from '../call.ts'
import { type Problem, useFieldErrors } from './use-field-errors.ts'

// jsdom has none, and antd's grid asks it.
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(cleanup)

const check = (values: unknown): Problem[] => {
  const { from = '', to = '' } = values as Record<string, string>
  return from < to ? [] : [{ path: ['to'], messages: ['应晚于开始'] }]
}

function Dates() {
  const [form] = Form.useForm()
  const errors = useFieldErrors(form, check)
  return (
    <Form form={form} initialValues={{ from: '2', to: '1', name: '甲' }} onValuesChange={errors.recheck}>
      {['from', 'to', 'name'].map((name) => (
        <Form.Item key={name} name={name} label={name}>
          <Input />
        </Form.Item>
      ))}
      <button
        type="button"
        onClick={() =>
          errors.place([...check(form.getFieldsValue(true)), { path: ['name'], messages: ['名称已存在'] }])
        }
      >
        提交
      </button>
    </Form>
  )
}

test('an error leaves when its field has become right, by itself or by another; the server’s when its field changes', async () => {
  render(<Dates />)
  const type = (name: string, value: string) =>
    act(async () => void fireEvent.change(screen.getByLabelText(name), { target: { value } }))
  await act(async () => screen.getByText('提交').click())
  await expect.poll(() => screen.queryByText('应晚于开始')).toBeTruthy()
  await type('to', '0')
  await expect.poll(() => screen.queryByText('应晚于开始')).toBeTruthy()
  await type('from', '')
  await expect.poll(() => screen.queryByText('应晚于开始')).toBeNull()
  await expect.poll(() => screen.queryByText('名称已存在')).toBeTruthy()
  await type('name', '乙')
  await expect.poll(() => screen.queryByText('名称已存在')).toBeNull()
})

function Account() {
  const [form] = Form.useForm()
  const errors = useFieldErrors(form)
  const [left, setLeft] = useState<string[]>([])
  const refuse = (code: number) => {
    const details = [{ path: 'body.name', message: '名称已存在' }]
    const unplaced = errors.placeRefusal(new CallError({ code, message: '请稍后重试', details }))
    setLeft([unplaced ?? 'name'])
  }
  const recheck = (changed: unknown) => setLeft(errors.recheck(changed).map(({ path }) => path.join('.')))
  return (
    <Form form={form} initialValues={{ name: '甲', note: '' }} onValuesChange={recheck}>
      {['name', 'note'].map((name) => (
        <Form.Item key={name} name={name} label={name}>
          <Input />
        </Form.Item>
      ))}
      <button type="button" onClick={() => refuse(ERRORS.invalid.code)}>
        提交
      </button>
      <button type="button" onClick={() => refuse(ERRORS.server.code)}>
        失败
      </button>
      <output>{left.join()}</output>
    </Form>
  )
}

test('what a refused call says of a field stands there until the field changes; what it says of none is left to the form', async () => {
  render(<Account />)
  const type = (name: string, value: string) =>
    act(async () => void fireEvent.change(screen.getByLabelText(name), { target: { value } }))
  const left = () => screen.getByRole('status').textContent
  await act(async () => screen.getByText('失败').click())
  expect([left(), screen.queryByText('名称已存在')]).toEqual(['请稍后重试', null])
  await act(async () => screen.getByText('提交').click())
  await expect.poll(() => screen.queryByText('名称已存在')).toBeTruthy()
  await type('note', '备注')
  expect([left(), screen.queryByText('名称已存在') !== null]).toEqual(['name', true])
  await type('name', '乙')
  await expect.poll(() => screen.queryByText('名称已存在')).toBeNull()
  expect(left()).toBe('')
})
