import { TableKit } from '@tiptap/extension-table'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import type { Editor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { Button, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { tr } from './labels.ts'
import { FieldNode, type FieldValues, refreshFields, toFieldNodes, toPlaceholders } from './rich-text-fields.ts'
import type { RichNode, RichTextProps } from './rich-text-nodes.ts'

/** Only what notices and PDFs can draw; the rest of a paste is dropped by the schema. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    strike: false,
  }),
  TableKit.configure({ table: { resizable: false } }),
]

/** Loaded lazily through rich-text.tsx. */
export function RichTextEditor(props: RichTextProps) {
  const { value, onChange, label = '正文', disabled = false, id, onEnter, fields = NO_FIELDS } = props
  const known = useRef(fields)
  known.current = fields
  const editor = useEditor({
    extensions: [...EXTENSIONS, FieldNode.configure({ valueOf: (name) => known.current[name] ?? name })],
    content: value ? toFieldNodes(value, fields) : null,
    editable: !disabled,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': tr(label),
        class: 'kb-rich',
        ...(id ? { id } : {}),
      },
    },
    onCreate: ({ editor: now }) => onEnter?.(writerOf(now)),
    onFocus: ({ editor: now }) => onEnter?.(writerOf(now)),
    onUpdate: ({ editor: now }) => onChange?.(storedOf(now)),
  })
  useEffect(() => {
    // In development and on a remount React hands over an instance that is gone already.
    if (!value || !editor || editor.isDestroyed) return
    // A field that became known since is text so far.
    const edited = toFieldNodes(value, fields)
    if (
      JSON.stringify(edited) !== JSON.stringify(toFieldNodes(storedOf(editor), fields)) ||
      hasNewField(editor, edited)
    )
      editor.commands.setContent(edited, { emitUpdate: false })
    refreshFields(editor.view.dom, fields)
  }, [editor, value, fields])
  if (!editor) return null
  return (
    <div className="kb-rich-editor">
      {!disabled && <Tools editor={editor} fields={fields} />}
      <EditorContent editor={editor} />
    </div>
  )
}

const NO_FIELDS: FieldValues = {}

function storedOf(editor: Editor): RichNode {
  return toPlaceholders(editor.getJSON() as RichNode)
}

/** Whether a text has more live fields than the editor shows as such. */
function hasNewField(editor: Editor, edited: RichNode): boolean {
  const count = (node: RichNode): number =>
    (node.type === 'field' ? 1 : 0) + (node.content ?? []).reduce((sum, child) => sum + count(child), 0)
  return count(edited) !== count(editor.getJSON() as RichNode)
}

function writerOf(editor: Editor): (text: string) => void {
  return (text) => void editor.chain().focus().insertContent({ type: 'text', text }).run()
}

function Tools({ editor, fields }: { editor: Editor; fields: FieldValues }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: e }) => ({
      bold: e.isActive('bold'),
      italic: e.isActive('italic'),
      underline: e.isActive('underline'),
      h1: e.isActive('heading', { level: 1 }),
      h2: e.isActive('heading', { level: 2 }),
      bullets: e.isActive('bulletList'),
      numbers: e.isActive('orderedList'),
      table: e.isActive('table'),
    }),
  })
  const chain = () => editor.chain().focus()
  const tools: { label: string; text: string; on?: boolean; run: () => boolean }[] = [
    { label: '一级标题', text: 'H1', on: active.h1, run: () => chain().toggleHeading({ level: 1 }).run() },
    { label: '二级标题', text: 'H2', on: active.h2, run: () => chain().toggleHeading({ level: 2 }).run() },
    { label: '加粗', text: 'B', on: active.bold, run: () => chain().toggleBold().run() },
    { label: '斜体', text: 'I', on: active.italic, run: () => chain().toggleItalic().run() },
    { label: '下划线', text: 'U', on: active.underline, run: () => chain().toggleUnderline().run() },
    { label: '项目符号', text: '• 列表', on: active.bullets, run: () => chain().toggleBulletList().run() },
    { label: '编号', text: '1. 列表', on: active.numbers, run: () => chain().toggleOrderedList().run() },
    ...(active.table ? tableTools(chain) : []),
    ...(active.table
      ? []
      : [
          {
            label: '插入表格',
            text: '表格',
            run: () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
          },
        ]),
    { label: '撤销', text: '↶', run: () => chain().undo().run() },
    { label: '重做', text: '↷', run: () => chain().redo().run() },
  ]
  return (
    <div className="kb-rich-tools kb-flex kb-gap-4 kb-wrap kb-rule" role="toolbar" aria-label={tr('格式')}>
      {tools.map((tool) => (
        <Button
          key={tool.label}
          size="small"
          type={tool.on ? 'primary' : 'text'}
          ghost={tool.on ?? false}
          aria-pressed={tool.on}
          title={tr(tool.label)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => tool.run()}
        >
          <span aria-hidden="true">{tool.text}</span>
          <span className="kb-said">{tr(tool.label)}</span>
        </Button>
      ))}
      {Object.keys(fields).length > 0 && (
        <Select
          size="small"
          className="kb-rich-field-choice"
          aria-label={tr('插入采购单字段')}
          placeholder={tr('插入字段')}
          value={null}
          popupMatchSelectWidth={320}
          options={Object.entries(fields).map(([name, value]) => ({ value: name, label: `${name}：${value}` }))}
          showSearch
          onChange={(name: string | null) => {
            if (name) chain().insertContent({ type: 'field', attrs: { name } }).run()
          }}
        />
      )}
    </div>
  )
}

function tableTools(chain: () => ReturnType<Editor['chain']>) {
  return [
    { label: '下方插入行', text: '+行', run: () => chain().addRowAfter().run() },
    { label: '右侧插入列', text: '+列', run: () => chain().addColumnAfter().run() },
    { label: '删除行', text: '−行', run: () => chain().deleteRow().run() },
    { label: '删除列', text: '−列', run: () => chain().deleteColumn().run() },
    { label: '合并或拆分单元格', text: '合并', run: () => chain().mergeOrSplit().run() },
    { label: '删除表格', text: '删表', run: () => chain().deleteTable().run() },
  ]
}
