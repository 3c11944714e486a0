import { nextSteps, pointsOf } from './plain.ts'
import { type Report, VERDICTS } from './report.ts'
import { verify } from './run.ts'
import type { Entry } from './zip.ts'

const STATES = new Map<boolean | null, { word: string; tone: string }>([
  [true, { word: '✓ 成立', tone: 'pass' }],
  [false, { word: '✗ 不成立', tone: 'fail' }],
  [null, { word: '– 未核对', tone: 'open' }],
])

let entries: Entry[] = []
let trust: Entry[] = []
const NO_TRUST = '尚未载入信任文件：至多得出“材料自洽，来源未经确认”。'
/** Files may be added while a run is on: the last run wins. */
let runs = 0

const drop = byId('drop')
drop.addEventListener('dragover', (event) => {
  event.preventDefault()
  drop.classList.add('over')
})
drop.addEventListener('dragleave', () => drop.classList.remove('over'))
drop.addEventListener('drop', (event) => {
  event.preventDefault()
  drop.classList.remove('over')
  void dropped(event.dataTransfer).then(add)
})
for (const id of ['files', 'folder']) {
  const input = byId(id) as HTMLInputElement
  input.addEventListener('change', () => {
    void add(Array.from(input.files ?? [], (file) => ({ path: file.webkitRelativePath || file.name, blob: file })))
    input.value = ''
  })
}
const trustInput = byId('trust') as HTMLInputElement
trustInput.addEventListener('change', () => {
  const files = Array.from(trustInput.files ?? [], (file) => ({ path: file.name, blob: file }))
  trust = [...new Map([...trust, ...files].map((entry) => [entry.path, entry])).values()]
  trustInput.value = ''
  byId('trusted').textContent = `信任文件：${trust.map(({ path }) => path).join('、')}`
  void add([])
})
byId('clear').addEventListener('click', () => {
  runs++
  entries = []
  trust = []
  byId('trusted').textContent = NO_TRUST
  byId('chosen').hidden = true
  byId('report').replaceChildren()
})

async function add(more: Entry[]): Promise<void> {
  const known = new Map([...entries, ...more].map((entry) => [entry.path, entry]))
  entries = [...known.values()]
  if (entries.length === 0) return
  byId('chosen').hidden = false
  byId('count').textContent = `共 ${entries.length} 个文件`
  const current = ++runs
  const say = (text: string) => {
    if (current === runs) byId('report').replaceChildren(element('p', text, 'quiet'))
  }
  say('正在核对…')
  try {
    const report = await verify(entries, { trust, onProgress: say })
    if (current !== runs) return
    byId('report').replaceChildren(...draw(report))
    byId('report').scrollIntoView({ block: 'start', behavior: 'smooth' })
  } catch (cause) {
    say(`核对过程出错，未得出结论：${String(cause)}`)
  }
}

/** The verdict, what it means, what to do next; every single check behind that. */
function draw(report: Report): HTMLElement[] {
  const { verdict, sections } = report
  const head = element('p', VERDICTS[verdict], `verdict ${verdict}`)
  const points = element('ul', '', 'points')
  for (const { ok, text, why } of pointsOf(report)) {
    const { tone } = STATES.get(ok)!
    const point = element('li', '', `point ${tone}`)
    point.append(element('b', text))
    if (why) point.append(element('span', why, 'quiet'))
    points.append(point)
  }
  const steps = nextSteps(report)
  const list = element('ol', '')
  list.append(...steps.map((text) => element('li', text)))
  const parts = sections.flatMap(({ title, checks }) => {
    const table = document.createElement('table')
    for (const check of checks) {
      const row = table.insertRow()
      const state = STATES.get(check.ok)!
      row.dataset.check = check.id
      row.append(element('td', state.word, state.tone), element('td', check.title), element('td', check.detail))
    }
    return [element('h3', title), table]
  })
  const count = sections.reduce((sum, { checks }) => sum + checks.length, 0)
  const details = document.createElement('details')
  details.open = true
  details.append(element('summary', `逐项核对（${count} 项）`), ...parts)
  return [
    head,
    ...(points.childElementCount > 0 ? [element('h2', '这说明什么'), points] : []),
    ...(steps.length > 0 ? [element('h2', '接下来可以做什么'), list] : []),
    details,
  ]
}

/** Files of a drop, folders walked. */
async function dropped(data: DataTransfer | null): Promise<Entry[]> {
  const roots = Array.from(data?.items ?? [], (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  return (await Promise.all(roots.map(walk))).flat()
}

async function walk(entry: FileSystemEntry): Promise<Entry[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), blob: file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const children: FileSystemEntry[] = []
  // One call answers with at most a hundred entries; an empty answer is the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) break
    children.push(...some)
  }
  return (await Promise.all(children.map(walk))).flat()
}

function element(tag: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  made.className = className
  return made
}

function byId(id: string): HTMLElement {
  return document.getElementById(id)!
}
