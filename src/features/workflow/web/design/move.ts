/** The card that an arrow key leads to: up and down in reading order, left and right among the branches of a fork. */
export function nextCard(root: HTMLElement, { from, key }: { from: HTMLElement; key: string }): HTMLElement | null {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp': {
      const cards = [...root.querySelectorAll<HTMLElement>('[data-node]')]
      return cards[cards.indexOf(from) + (key === 'ArrowDown' ? 1 : -1)] ?? null
    }
    case 'ArrowLeft':
    case 'ArrowRight': {
      const branch = from.closest('.wf-branch')
      const beside = key === 'ArrowRight' ? branch?.nextElementSibling : branch?.previousElementSibling
      return beside?.querySelector<HTMLElement>('[data-node]') ?? null
    }
    default:
      return null
  }
}
