import type { ContentOf } from '#features/templates/contract/content.ts'

type Field = ContentOf<'demands-parameter'>['groups'][number]['fields'][number]

/** Parameters to begin with, as a template of the library names them. */
export function parametersFromTemplate({ groups }: ContentOf<'demands-parameter'>) {
  return groups.flatMap(({ name: section, fields }) =>
    fields
      .filter(({ name }) => name !== '')
      .map((field) => ({
        section,
        name: field.name,
        unit: field.unit,
        wished: wishedOf(field),
        isMust: field.isKey,
        weight: 0,
        remark: field.hint,
      })),
  )
}

function wishedOf({ type, min, max, options }: Field): string {
  switch (type) {
    case 'number':
    case 'range':
      if (min !== '' && max !== '') return `${min} ～ ${max}`
      if (min !== '') return `≥ ${min}`
      return max === '' ? '' : `≤ ${max}`
    case 'choice':
      return options.join(' / ')
    case 'yes-no':
      return '具备'
    default:
      return ''
  }
}
