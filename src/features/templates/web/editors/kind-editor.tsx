import { lazy } from 'react'
import type { EditorProps } from './editor-props.ts'

const TextEditor = lazy(() => import('./text-editor.tsx').then((m) => ({ default: m.TextEditor })))
const MaterialEditor = lazy(() => import('./material-editor.tsx').then((m) => ({ default: m.MaterialEditor })))
const SelectionEditor = lazy(() => import('./selection-editor.tsx').then((m) => ({ default: m.SelectionEditor })))
const AvatarEditor = lazy(() => import('./avatar-editor.tsx').then((m) => ({ default: m.AvatarEditor })))
const ReportEditor = lazy(() => import('./report-editor.tsx').then((m) => ({ default: m.ReportEditor })))
const ParameterEditor = lazy(() => import('./parameter-editor.tsx').then((m) => ({ default: m.ParameterEditor })))

/** The editor of a kind; its script is loaded when it is needed. */
export function KindEditor(props: EditorProps) {
  switch (props.kind) {
    case 'notice':
    case 'integrity-commitment':
      return <TextEditor {...(props as EditorProps<'notice'>)} />
    case 'material':
      return <MaterialEditor {...(props as EditorProps<'material'>)} />
    case 'selection':
      return <SelectionEditor {...(props as EditorProps<'selection'>)} />
    case 'ai-avatar':
      return <AvatarEditor {...(props as EditorProps<'ai-avatar'>)} />
    case 'review-report':
      return <ReportEditor {...(props as EditorProps<'review-report'>)} />
    case 'demands-parameter':
      return <ParameterEditor {...(props as EditorProps<'demands-parameter'>)} />
  }
}
