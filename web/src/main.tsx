import { render } from 'preact';
import { App } from './app';
import './styles/base.css';
import './styles/page.css';
import './styles/connect4.css';
import './styles/go.css';
import './styles/othello.css';
import './styles/chess.css';
import './styles/shogi.css';
import './styles/editor.css';
import './styles/table.css';

render(<App />, document.getElementById('app')!);
