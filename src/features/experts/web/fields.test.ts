import { expect, it } from 'vitest'
import { ExpertFields } from '../contract.ts'
import { bodyOf, majorsOf } from './fields.ts'

it('reads majors however they are separated, each once', () => {
  expect(majorsOf('机械、自动化，电气, 机械；')).toEqual(['机械', '自动化', '电气'])
  expect(majorsOf(' ')).toEqual([])
})

it('makes of the form what the call takes', () => {
  const body = bodyOf({
    name: '何清源',
    kind: 'technical',
    employer: '某大学',
    employerCode: '12100000400000123x',
    majorText: '机械',
  })
  expect(ExpertFields.parse(body)).toEqual({
    name: '何清源',
    kind: 'technical',
    employer: '某大学',
    employerCode: '12100000400000123X',
    majors: ['机械'],
    title: '',
    region: '',
  })
})
