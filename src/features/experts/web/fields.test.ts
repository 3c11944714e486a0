import { expect, it } from 'vitest'
import { ExpertFields } from '../contract.ts'
import { INITIAL_MAJORS } from '../rules/majors.ts'
import { bodyOf, majorOptions } from './fields.ts'

it('makes of the form what the call takes', () => {
  const body = bodyOf({
    name: '何清源',
    kind: 'technical',
    employer: '某大学',
    employerCode: '12100000400000123x',
    majors: ['B0102'],
    since: null,
  })
  expect(ExpertFields.parse(body)).toEqual({
    name: '何清源',
    kind: 'technical',
    employer: '某大学',
    employerCode: '12100000400000123X',
    majors: ['B0102'],
    title: '',
    region: '',
    city: '',
    since: null,
  })
})

it('offers majors in use by their path, and those somebody has already', () => {
  const majors = INITIAL_MAJORS.map((major) => ({ ...major, isEnabled: major.code !== 'B0102' }))
  const labels = (kept: string[]) => majorOptions(majors, kept).map((option) => option.label)
  expect(labels([])).not.toContain('B0102 货物 / 医疗设备与器械 / 医学影像')
  expect(labels(['B0102'])).toContain('B0102 货物 / 医疗设备与器械 / 医学影像')
})
