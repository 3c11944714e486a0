import { Input, InputNumber } from 'antd'
import type { EditColumn } from './edit-rows.tsx'

/* Columns of rows that are edited in place, by what they hold. A control is named after its row and its column. */

interface Named {
  /** Where the title is not the name: 参数 of a column whose cell is the parameter's 名称. Without: the title, less its unit. */
  label?: string
}

/** Text of at most `most` characters; `into` shapes what is typed. */
export function textColumn<R extends object>(
  title: string,
  key: keyof R & string,
  { most, label = bare(title), into = (typed) => typed }: Named & { most: number; into?: (typed: string) => string },
): EditColumn<R> {
  return {
    title,
    cell: (row, { set, label: name }) => (
      <Input
        aria-label={`${name}${label}`}
        maxLength={most}
        value={shown(row[key])}
        onChange={(event) => set(part(key, into(event.target.value)))}
      />
    ),
  }
}

/** An amount or quantity as it is typed, which the schema judges; empty is `none`. */
export function figureColumn<R extends object>(
  title: string,
  key: keyof R & string,
  { none, label = bare(title) }: Named & { none: '' | null },
): EditColumn<R> {
  return {
    title,
    cell: (row, { set, label: name }) => (
      <Input
        aria-label={`${name}${label}`}
        inputMode="decimal"
        maxLength={20}
        value={shown(row[key])}
        onChange={(event) => set(part(key, event.target.value.replaceAll(/[,，\s]/g, '') || none))}
      />
    ),
  }
}

/** A whole number; empty is `none`. */
export function wholeColumn<R extends object>(
  title: string,
  key: keyof R & string,
  { none, label = bare(title), ...bounds }: Named & { none: number | null; min: number; max: number },
): EditColumn<R> {
  return {
    title,
    cell: (row, { set, label: name }) => (
      <InputNumber
        aria-label={`${name}${label}`}
        precision={0}
        {...bounds}
        value={(row[key] as number | null | undefined) ?? none}
        onChange={(typed) => set(part(key, typed ?? none))}
      />
    ),
  }
}

/** 预算（元） → 预算. */
function bare(title: string): string {
  return title.replace(/（.*）$/, '')
}

function shown(value: unknown): string {
  return (value as string | null | undefined) ?? ''
}

/** A column's key is of the row, and its kind says what it holds. */
function part<R extends object>(key: keyof R, value: string | number | null): Partial<R> {
  return { [key]: value } as unknown as Partial<R>
}
